import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Faults } from '../src/faults/scan-kill.ts';
import { prepareFaults } from '../src/faults/scan-kill.ts';

const runs = 10;
const firstSeed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const seeds = Array.from({ length: runs }, (_, run) => firstSeed + run);

let faults: Faults;

beforeAll(async () => {
  process.stdout.write(`faults: seeds ${firstSeed} to ${firstSeed + runs - 1} (SEED=${firstSeed} repeats them)\n`);
  faults = await prepareFaults();
}, 180_000);

afterAll(() => faults.clean(), 60_000);

it('the undisturbed scan finds something worth killing', () => {
  expect(faults.undisturbed.job).toMatchObject({
    status: 'completed',
    totalThreads: faults.undisturbed.funnel.fetched,
  });
  expect(faults.undisturbed.leads.length).toBeGreaterThan(20);
  expect(faults.undisturbed.funnel.capped).toBe(0);
});

it.each(seeds)(
  'a scan killed in the middle and started again ends as if nothing had happened: seed %d',
  async (seed) => {
    const { wrong, killsMs } = await faults.run(seed);
    expect({ killsMs, wrong }).toEqual({ killsMs, wrong: [] });
  },
  180_000,
);
