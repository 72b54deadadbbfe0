import { series } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Faults, prepareFaults } from '../src/faults/scan-kill.ts';

/** Every fourth run scans with a lead limit. */
const runs = series({ ci: 4, soak: 50 });
const firstSeed = Number(process.env['SEED'] ?? 20_261);
const seeds = Array.from({ length: runs }, (_, run) => firstSeed + run);

let plain: Faults;
let capped: Faults;

beforeAll(async () => {
  process.stdout.write(`faults: seeds ${firstSeed} to ${firstSeed + runs - 1} (SEED=${firstSeed} repeats them)\n`);
  plain = await prepareFaults();
  capped = await prepareFaults({ maxLeadsPerScan: 25 });
});

afterAll(() => Promise.all([plain.clean(), capped.clean()]));

it('the undisturbed scans find something worth killing', () => {
  const { job, leads, funnel } = plain.undisturbed;
  expect(job).toMatchObject({ status: 'completed', totalThreads: funnel.fetched, newLeadsFound: leads.length });
  expect(leads.length).toBeGreaterThan(30);
  expect(funnel.capped).toBe(0);
  expect(capped.undisturbed.job).toMatchObject({ status: 'completed', newLeadsFound: 25 });
  expect(capped.undisturbed.funnel.capped).toBe(leads.length - 25);
});

it.each(seeds)(
  'a scan killed in the middle and started again ends as if nothing had happened: seed %d',
  async (seed) => {
    const faults = seed % 4 === 0 ? capped : plain;
    const { wrong, killsMs } = await faults.run(seed);
    expect({ killsMs, wrong }).toEqual({ killsMs, wrong: [] });
  },
);
