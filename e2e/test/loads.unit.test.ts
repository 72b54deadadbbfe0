import { contracts } from '@earshot/proto/http';
import { expect, it } from '@jest/globals';
import { loads, otherReads } from '../src/load-failures/loads.ts';

const pathOf = (call: string) => call.split('?')[0] ?? '';

it('each call that a page may load with is a row of the loads, or is listed as an exception', () => {
  const rows = new Set(loads.map(({ call }) => pathOf(call)));
  const reads = Object.entries(contracts).filter(
    ([, { method, callers, produces }]) =>
      method === 'GET' && callers.includes('gateway') && produces === 'application/json',
  );
  const missing = reads.filter(([name, { path }]) => !rows.has(path) && !Object.hasOwn(otherReads, name));
  const remedy = 'needs a row in loads, or its reason in otherReads, in e2e/src/load-failures/loads.ts';
  expect(missing.map(([name]) => `${name} ${remedy}`)).toEqual([]);
  const known = new Set(reads.map(([name]) => name));
  expect(Object.keys(otherReads).filter((name) => !known.has(name))).toEqual([]);
});
