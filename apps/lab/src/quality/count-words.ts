import type { Post } from '@earshot/scoring';
import { tokeniser } from '@earshot/scoring';

/** The content of `word-statistics.json`. */
export interface CountedWords {
  readonly source: string;
  readonly posts: number;
  readonly size: number;
  readonly words: string;
  readonly holders: string;
  readonly vectors: string;
}

/** A word enters with this many posts: fewer say little about its use. */
const LEAST_HOLDERS = 10;
/** Two words this near are used together. */
const WINDOW = 10;
/** Words of more posts than this share say nothing about their neighbours. */
const MOST_SHARE = 0.2;
/** Numbers per word. */
const SIZE = 48;
const BODY_READ = 3000;
/** Rounds of subspace iteration; more change no neighbour. */
const ROUNDS = 6;

/**
 * Learns from the posts how rare words are and which are used alike: the main directions of the positive pointwise
 * mutual information of words that stand near each other. Only words and numbers are kept. Deterministic.
 */
export function countWords(posts: readonly Pick<Post, 'title' | 'selftext'>[], source: string): CountedWords {
  const tokenise = tokeniser();
  const texts = posts.map(({ title, selftext }) =>
    tokenise(`${title} . ${selftext.slice(0, BODY_READ)}`).map(({ stem }) => stem),
  );
  const counted = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) counted.set(word, (counted.get(word) ?? 0) + 1);
  const vocabulary = [...counted]
    .filter(([word, count]) => count >= LEAST_HOLDERS && word.length > 1 && !/^\d+$/.test(word))
    .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  const indexes = new Map(vocabulary.map(([word], index) => [word, index]));
  const frequent = vocabulary.filter(([, count]) => count > texts.length * MOST_SHARE).length;
  const rows = informationRows(
    texts.map((text) => text.map((word) => indexes.get(word) ?? -1).filter((index) => index >= frequent)),
    vocabulary.length,
  );
  return {
    source,
    posts: texts.length,
    size: SIZE,
    words: vocabulary.map(([word]) => word).join(' '),
    holders: vocabulary.map(([, count]) => count).join(' '),
    vectors: bytesOf(mainDirections(rows)),
  };
}

interface Row {
  readonly columns: number[];
  readonly values: number[];
}

/** Positive pointwise mutual information, with the contexts smoothed by the exponent 0.75 as usual. */
function informationRows(texts: readonly (readonly number[])[], size: number): Row[] {
  const { pairs, totals } = pairsOf(texts, size);
  const smoothed = totals.map((total) => total ** 0.75);
  const all = smoothed.reduce((sum, value) => sum + value, 0);
  const rows: Row[] = Array.from({ length: size }, () => ({ columns: [], values: [] }));
  for (const [pair, count] of pairs) {
    const [one, other] = [Math.floor(pair / size), pair % size];
    const information = Math.log((count * all) / ((totals[one] ?? 1) * (smoothed[other] ?? 1)));
    if (count < 2 || information <= 0) continue;
    rows[one]?.columns.push(other);
    rows[one]?.values.push(information);
  }
  return rows;
}

function pairsOf(
  texts: readonly (readonly number[])[],
  size: number,
): { pairs: Map<number, number>; totals: number[] } {
  const pairs = new Map<number, number>();
  const totals = Array.from({ length: size }, () => 0);
  const count = (one: number, other: number): void => {
    pairs.set(one * size + other, (pairs.get(one * size + other) ?? 0) + 1);
    totals[one] = (totals[one] ?? 0) + 1;
  };
  for (const text of texts) {
    for (const [at, one] of text.entries()) {
      for (const other of text.slice(at + 1, at + WINDOW)) {
        if (one === other) continue;
        count(one, other);
        count(other, one);
      }
    }
  }
  return { pairs, totals };
}

/** The leading eigenvectors by subspace iteration, each weighted by the root of its eigenvalue. One row per word. */
function mainDirections(rows: readonly Row[]): Float64Array[] {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648 - 0.5;
  };
  let basis: Float64Array[] = rows.map(() => Float64Array.from({ length: SIZE }, random));
  for (let round = 0; round < ROUNDS; round += 1) {
    basis = product(rows, basis);
    orthonormalise(basis);
  }
  const image = product(rows, basis);
  const values = Array.from({ length: SIZE }, (_, at) =>
    Math.abs(basis.reduce((sum, row, index) => sum + (row[at] ?? 0) * (image[index]?.[at] ?? 0), 0)),
  );
  return basis.map((row) => row.map((value, at) => value * Math.sqrt(values[at] ?? 0)));
}

function product(rows: readonly Row[], basis: readonly Float64Array[]): Float64Array[] {
  return rows.map(({ columns, values }) => {
    const sum = new Float64Array(SIZE);
    for (let n = 0; n < columns.length; n += 1) {
      const row = basis[columns[n] ?? 0];
      const value = values[n] ?? 0;
      if (row) for (let at = 0; at < SIZE; at += 1) sum[at] = (sum[at] ?? 0) + value * (row[at] ?? 0);
    }
    return sum;
  });
}

/** Gram-Schmidt over the columns, in place. */
function orthonormalise(basis: readonly Float64Array[]): void {
  for (let at = 0; at < SIZE; at += 1) {
    for (let before = 0; before < at; before += 1) {
      let shared = 0;
      for (const row of basis) shared += (row[at] ?? 0) * (row[before] ?? 0);
      for (const row of basis) row[at] = (row[at] ?? 0) - shared * (row[before] ?? 0);
    }
    let square = 0;
    for (const row of basis) square += (row[at] ?? 0) ** 2;
    const length = Math.sqrt(square) || 1;
    for (const row of basis) row[at] = (row[at] ?? 0) / length;
  }
}

/** Each vector scaled to bytes: its longest number becomes 127. */
function bytesOf(vectors: readonly Float64Array[]): string {
  const bytes = vectors.map((vector) => {
    const longest = Math.max(...vector.map(Math.abs)) || 1;
    return Buffer.from(Int8Array.from(vector, (value) => Math.round((127 * value) / longest)).buffer);
  });
  return Buffer.concat(bytes).toString('base64');
}
