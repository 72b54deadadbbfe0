/** The features of an example that are not 0. */
export interface SparseRow {
  readonly indexes: readonly number[];
  readonly values: readonly number[];
}

export interface LogisticTask {
  readonly rows: readonly SparseRow[];
  /** 0 or 1 for each row. */
  readonly wanted: readonly number[];
  /** The weight of each row; they sum up to 1. */
  readonly shares: readonly number[];
  /** Number of features. */
  readonly size: number;
  /** Regularisation towards 0 (ridge). */
  readonly pull: number;
}

export interface LogisticModel {
  readonly weights: Float64Array;
  readonly bias: number;
}

const STEPS = 70;

/** Fits a logistic regression by accelerated gradient descent with a fixed step. Deterministic. */
export function fitLogistic({ rows, wanted, shares, size, pull }: LogisticTask): LogisticModel {
  const longest = Math.max(...rows.map(({ values }) => 1 + values.reduce((sum, value) => sum + value * value, 0)));
  const step = 1 / (longest / 4 + pull);
  let [weights, bias] = [new Float64Array(size), 0];
  // The point ahead, at which the slope is taken (Nesterov).
  let [ahead, aheadBias, momentum] = [new Float64Array(size), 0, 1];
  for (let round = 0; round < STEPS; round += 1) {
    const slopes = new Float64Array(size);
    let biasSlope = 0;
    rows.forEach((row, at) => {
      const wrong = (1 / (1 + Math.exp(-dot(row, ahead, aheadBias))) - (wanted[at] ?? 0)) * (shares[at] ?? 0);
      biasSlope += wrong;
      for (let n = 0; n < row.indexes.length; n += 1) {
        const index = row.indexes[n] ?? 0;
        slopes[index] = (slopes[index] ?? 0) + wrong * (row.values[n] ?? 0);
      }
    });
    const next = ahead.map((value, at) => value - step * ((slopes[at] ?? 0) + pull * value));
    const nextBias = aheadBias - step * biasSlope;
    const grown = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const push = (momentum - 1) / grown;
    const before = weights;
    ahead = next.map((value, at) => value + push * (value - (before[at] ?? 0)));
    aheadBias = nextBias + push * (nextBias - bias);
    [weights, bias, momentum] = [next, nextBias, grown];
  }
  return { weights, bias };
}

/** The log odds of a row. */
export function oddsOf(row: SparseRow, { weights, bias }: LogisticModel): number {
  return dot(row, weights, bias);
}

function dot({ indexes, values }: SparseRow, weights: Float64Array, bias: number): number {
  let sum = bias;
  for (let n = 0; n < indexes.length; n += 1) sum += (weights[indexes[n] ?? 0] ?? 0) * (values[n] ?? 0);
  return sum;
}
