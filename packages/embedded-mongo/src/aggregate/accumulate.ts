import { Double, Int32 } from 'bson';
import { type Doc, isDoc, isNumeric, toInteger, toNumber } from '../bson.ts';
import { CommandError } from '../errors.ts';
import { compareValues, encodeKey } from '../keys.ts';
import { compareSortKeys, sortKeys } from '../query/execute.ts';
import type { Evaluate, Variables } from './operator.ts';
import { Sum } from './sum.ts';

export function sum(values: readonly unknown[]): unknown {
  const total = new Sum();
  for (const value of values) if (isNumeric(value)) total.add(value);
  return total.result();
}

export function average(values: readonly unknown[]): unknown {
  const numbers = values.filter(isNumeric);
  if (numbers.length === 0) return null;
  return new Double((toNumber(sum(numbers)) ?? 0) / numbers.length);
}

/** Accumulates the values of one field of a group. */
export interface Accumulator {
  /** Adds a document's value. Accumulators that can read index entries add a value of several documents at once. */
  readonly add: (value: unknown, doc: Doc, times?: number) => void;
  readonly result: () => unknown;
}

interface Setup {
  readonly argument: unknown;
  readonly evaluate: Evaluate;
  readonly variables: Variables;
}

type Make = (setup: Setup) => Accumulator;

const MAKERS: Readonly<Record<string, Make>> = {
  $sum: () => {
    const total = new Sum();
    return {
      add: (value, _doc, times) => {
        if (isNumeric(value)) total.add(value, times);
      },
      result: () => total.result(),
    };
  },
  $count: () => {
    let count = 0;
    return { add: (_value, _doc, times = 1) => (count += times), result: () => new Int32(count) };
  },
  $avg: () => {
    const total = new Sum();
    let count = 0;
    return {
      add: (value, _doc, times = 1) => {
        if (!isNumeric(value)) return;
        total.add(value, times);
        count += times;
      },
      result: () => (count === 0 ? null : new Double((toNumber(total.result()) ?? 0) / count)),
    };
  },
  $min: () => best(-1),
  $max: () => best(1),
  $first: () => {
    let first: { readonly value: unknown } | undefined;
    return { add: (value) => (first ??= { value: value ?? null }), result: () => first?.value ?? null };
  },
  $last: () => {
    let last: unknown = null;
    return { add: (value) => (last = value ?? null), result: () => last };
  },
  $push: () => {
    const items: unknown[] = [];
    return { add: (value) => value !== undefined && items.push(value), result: () => items };
  },
  $addToSet: () => {
    const items = new Map<string, unknown>();
    return {
      add: (value) => value !== undefined && !items.has(encodeKey(value)) && items.set(encodeKey(value), value),
      result: () => [...items.values()],
    };
  },
  $mergeObjects: () => {
    let merged: Doc = {};
    return { add: (value) => (merged = isDoc(value) ? { ...merged, ...value } : merged), result: () => merged };
  },
  $stdDevPop: () => deviation(0),
  $stdDevSamp: () => deviation(1),
  $firstN: (setup) => several(setup, (items, n) => items.slice(0, n)),
  $lastN: (setup) => several(setup, (items, n) => items.slice(-n)),
  $minN: (setup) => several(setup, (items, n) => [...items].sort(compareValues).slice(0, n)),
  $maxN: (setup) => several(setup, (items, n) => [...items].sort((a, b) => compareValues(b, a)).slice(0, n)),
  $top: (setup) => topOf(setup, 1, true),
  $bottom: (setup) => topOf(setup, -1, true),
  $topN: (setup) => topOf(setup, 1, false),
  $bottomN: (setup) => topOf(setup, -1, false),
};

/** Creates an accumulator. Throws if the name is unknown. */
export function makeAccumulator(name: string, setup: Setup): Accumulator {
  const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
  if (make === undefined) throw new CommandError(15952, `unknown group operator '${name}'`);
  return make(setup);
}

/** The expression in an accumulator's argument that gives its input. */
export function accumulatorInput(name: string, argument: unknown): unknown {
  if (name === '$count') return null;
  if (/N$/.test(name) && isDoc(argument) && 'input' in argument) return argument['input'];
  if (/^\$(top|bottom)/.test(name) && isDoc(argument)) return argument['output'];
  return argument;
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

function deviation(lost: 0 | 1): Accumulator {
  const numbers: number[] = [];
  return {
    add: (value) => {
      const number = toNumber(value);
      if (number !== undefined) numbers.push(number);
    },
    result: () => {
      if (numbers.length <= lost) return null;
      const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
      const squares = numbers.reduce((total, number) => total + (number - mean) ** 2, 0);
      return new Double(Math.sqrt(squares / (numbers.length - lost)));
    },
  };
}

function countOf({ argument, evaluate, variables }: Setup): number {
  const n = isDoc(argument) ? toInteger(evaluate(argument['n'], {}, variables)) : undefined;
  if (n === undefined || n < 1) throw new CommandError(5787908, "'n' must be a whole number of 1 or more");
  return n;
}

function several(setup: Setup, pick: (items: unknown[], n: number) => unknown[]): Accumulator {
  const n = countOf(setup);
  const items: unknown[] = [];
  return { add: (value) => items.push(value ?? null), result: () => pick(items, n) };
}

function topOf(setup: Setup, direction: 1 | -1, one: boolean): Accumulator {
  const n = one ? 1 : countOf(setup);
  const order = isDoc(setup.argument) ? setup.argument['sortBy'] : undefined;
  if (!isDoc(order)) throw new CommandError(5788005, "'sortBy' is required");
  const sort = Object.entries(order).map(
    ([path, value]) => ({ path, direction: (toNumber(value) ?? 1) > 0 ? 1 : -1 }) as const,
  );
  const items: { keys: string[]; value: unknown }[] = [];
  return {
    add: (value, doc) => items.push({ keys: sortKeys(doc, sort), value: value ?? null }),
    result: () => {
      items.sort((a, b) => compareSortKeys(a.keys, b.keys, sort));
      const kept = direction === 1 ? items.slice(0, n) : items.slice(-n);
      return one ? (kept[0]?.value ?? null) : kept.map(({ value }) => value);
    },
  };
}
