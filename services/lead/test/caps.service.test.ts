import { series } from '@earshot/core/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { unlimitedLeadsPerDay } from '@earshot/proto/values';
import fc from 'fast-check';
import { deliver, deliverTogether, foundPost, type LeadEvent, publishedFor, startLead } from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const workers = 50;

/** Two scans of a user. Each post belongs to one of them and is delivered alone or in a batch, once or more. */
interface Rush {
  readonly maxLeadsPerScan: number;
  readonly maxLeadsPerDay: number;
  /** The posts that each worker delivers. */
  readonly deliveries: readonly (readonly number[])[];
  readonly repeats: boolean;
}

const posts = 60;
const rushes: fc.Arbitrary<Rush> = fc.record({
  maxLeadsPerScan: fc.integer({ min: 1, max: 30 }),
  maxLeadsPerDay: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(unlimitedLeadsPerDay)),
  deliveries: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: posts - 1 }), { minLength: 1, maxLength: 5 }), {
    minLength: workers,
    maxLength: workers,
  }),
  repeats: fc.boolean(),
});

describe('the caps', () => {
  it(`hold while ${workers} workers of three replicas find posts at the same time`, async () => {
    const run = fc.asyncProperty(rushes, async ({ maxLeadsPerScan, maxLeadsPerDay, deliveries, repeats }) => {
      const [userId, jobs] = [newId(), [newId(), newId()]];
      const replicas = [world.admission(), world.admission(), world.admission()];
      const caps = { maxLeadsPerScan, maxLeadsPerDay };
      const found = (n: number) => foundPost({ jobId: jobs[n % 2] ?? '', postId: `t3_${n}`, ...caps });
      const rush = deliveries.map((numbers, worker) => async () => {
        const deps = replicas[worker % replicas.length] ?? world.admission();
        const values = numbers.map(found);
        await deliverTogether(userId, values, deps);
        const [first] = values;
        if (repeats && first !== undefined) await deliver(userId, first, deps);
      });
      await Promise.all(rush.map((work) => work()));

      const all = [...new Set(deliveries.flat())];
      const published = await publishedFor(
        world,
        userId,
        all.map((n) => `t3_${n}`),
      );
      const created = createdBy(published);
      const ofScan = jobs.map((jobId) => created.filter((event) => event.jobId === jobId).length);
      for (const count of ofScan) expect(count).toBeLessThanOrEqual(maxLeadsPerScan);
      if (maxLeadsPerDay < unlimitedLeadsPerDay) expect(created.length).toBeLessThanOrEqual(maxLeadsPerDay);
      // No post is refused while there is room: both scan limits, up to the daily limit.
      const room = [0, 1].map((job) => Math.min(maxLeadsPerScan, all.filter((n) => n % 2 === job).length));
      const day = maxLeadsPerDay < unlimitedLeadsPerDay ? maxLeadsPerDay : Infinity;
      expect(created).toHaveLength(Math.min(day, (room[0] ?? 0) + (room[1] ?? 0)));
      expect(await world.models().leads.countDocuments({ userId })).toBe(created.length);
    });
    await fc.assert(run, { numRuns: series({ ci: 4, soak: 80 }) });
  });
});

/** Each created lead once, even if its event arrived repeatedly. */
function createdBy(published: readonly LeadEvent[]) {
  const byLead = new Map(
    published.flatMap((event) => (event.what === 'created' ? [[event.leadId, event] as const] : [])),
  );
  return [...byLead.values()];
}
