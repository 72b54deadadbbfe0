import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterSlot, followSetUp, type Schedule, scheduleFor, type WantedSchedule } from '../src/domain/schedule.ts';

const hourMs = 3_600_000;
const periods = { hourly: hourMs, '4hours': 4 * hourMs, daily: 24 * hourMs } as const;
const noon = new Date('2026-11-21T12:00:00.000Z');
const later = (ms: number) => new Date(noon.getTime() + ms);
const wanted = (scanFrequency: string, revision = 1, hasBusiness = true) => ({ scanFrequency, revision, hasBusiness });

describe('a schedule', () => {
  it.each(Object.entries(periods))('%s begins one period after it was switched on', (frequency, period) => {
    const schedule = scheduleFor('u', null, wanted(frequency), noon);
    expect(schedule?.running).toEqual({ frequency, anchor: noon, nextAt: later(period) });
  });

  it.each([
    ['manual', true],
    ['hourly', false],
    ['sometimes', true],
  ])('%s with a business: %s runs never', (frequency, hasBusiness) => {
    expect(scheduleFor('u', null, wanted(frequency, 1, hasBusiness), noon)?.running).toBeNull();
  });

  it('keeps its slots when the same frequency is saved again, and starts new slots with another', () => {
    const first = scheduleFor('u', null, wanted('hourly'), noon);
    const again = scheduleFor('u', first, wanted('hourly', 2), later(1_000));
    expect(again).toMatchObject({ running: first?.running, revision: 2, version: 2 });
    const daily = scheduleFor('u', again, wanted('daily', 3), later(1_000));
    expect(daily?.running).toEqual({ frequency: 'daily', anchor: later(1_000), nextAt: later(1_000 + 24 * hourMs) });
    const off = scheduleFor('u', daily, wanted('manual', 4), later(2_000));
    expect(off?.running).toBeNull();
    expect(scheduleFor('u', off, wanted('manual', 4), later(2_000))).toBeNull();
  });

  it('has slots at whole periods after its anchor, the next one after any moment, at most a period away', () => {
    const run = fc.property(
      fc.constantFrom('hourly' as const, '4hours' as const, 'daily' as const),
      fc.integer({ min: 0, max: 400 * hourMs }),
      (frequency, passed) => {
        const schedule = scheduleFor('u', null, wanted(frequency), noon);
        if (schedule?.running == null) throw new Error('it is on');
        const { running } = afterSlot(schedule, schedule.running, later(passed));
        const fromAnchor = (running?.nextAt.getTime() ?? 0) - noon.getTime();
        expect(fromAnchor % periods[frequency]).toBe(0);
        expect(fromAnchor).toBeGreaterThan(passed);
        expect(fromAnchor - passed).toBeLessThanOrEqual(periods[frequency]);
      },
    );
    fc.assert(run, { numRuns: 300 });
  });

  it('is what was saved last, in any order and with any repetition of the events', async () => {
    const saves = fc.array(fc.constantFrom('hourly', '4hours', 'daily', 'manual'), { minLength: 1, maxLength: 6 });
    const deliveries = saves.chain((list) => {
      const all = list.map((frequency, n) => wanted(frequency, n + 1));
      const some = fc.array(fc.constantFrom(...all), { maxLength: 12 });
      return fc.record({ last: fc.constant(list.at(-1)), order: some.map((extra) => [...extra, ...all]) });
    });
    const run = fc.asyncProperty(deliveries, async ({ last, order }) => {
      const kept = await follow(order.toSorted((a, b) => ((a.revision * 7) % 5) - ((b.revision * 7) % 5)));
      expect(kept?.revision).toBe(Math.max(...order.map(({ revision }) => revision)));
      expect(kept?.running?.frequency ?? 'manual').toBe(last);
    });
    await fc.assert(run, { numRuns: 100 });
  });
});

async function follow(delivered: readonly WantedSchedule[]): Promise<Schedule | null> {
  let kept: Schedule | null = null;
  const schedules = {
    find: async () => kept,
    save: async (next: Schedule) => {
      kept = next;
      return true;
    },
    due: async () => [],
  };
  for (const one of delivered) await followSetUp({ schedules }, 'u', one, noon);
  return kept;
}
