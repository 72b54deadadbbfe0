import { expect, it } from '@jest/globals';
import { selection } from '../src/selection.ts';

const [byDefault, cluster] = [
  { start: 1, scan: 1 },
  { bus: 1, workers: 1 },
];
const from = { benches: { ...byDefault, scale: 1, ...cluster }, groups: { cluster }, byDefault };

it.each([
  [[], ['start', 'scan'], []],
  [['scale', 'bus'], ['scale', 'bus'], []],
  [['cluster'], ['bus', 'workers'], []],
  [['cluster', 'bus', 'start'], ['bus', 'workers', 'start'], []],
  [
    ['clusters', 'toString'],
    ['clusters', 'toString'],
    ['clusters', 'toString'],
  ],
])('the benchmarks that %j names', (named, chosen, unknown) => {
  const found = selection(named, from);
  expect([...found.chosen]).toEqual(chosen);
  expect(found.unknown).toEqual(unknown);
});
