import { Double } from 'bson';
import { isNumeric, toNumber } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { compareValues } from '../keys.ts';
import { Sum } from './sum.ts';

/** Accumulates the values of one field of a group. */
export interface Accumulator {
  /** Adds a value, of several documents at once if it comes from index entries. */
  readonly add: (value: unknown, times?: number) => void;
  readonly result: () => unknown;
}

const MAKERS: Readonly<Record<string, () => Accumulator>> = {
  $sum: () => {
    const total = new Sum();
    return {
      add: (value, times) => {
        if (isNumeric(value)) total.add(value, times);
      },
      result: () => total.result(),
    };
  },
  $avg: () => {
    const total = new Sum();
    let count = 0;
    return {
      add: (value, times = 1) => {
        if (!isNumeric(value)) return;
        total.add(value, times);
        count += times;
      },
      result: () => (count === 0 ? null : new Double((toNumber(total.result()) ?? 0) / count)),
    };
  },
  $min: () => best(-1),
  $max: () => best(1),
};

/** Creates an accumulator. Throws if the name is unknown. */
export function makeAccumulator(name: string): Accumulator {
  const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
  if (make === undefined) throw new CommandError(15952, `unknown group operator '${name}'`);
  return make();
}

function best(direction: 1 | -1): Accumulator {
  let found: unknown = null;
  return {
    add: (value) => {
      if (value === undefined || value === null) return;
      if (found === null || compareValues(value, found) * direction > 0) found = value;
    },
    result: () => found,
  };
}
