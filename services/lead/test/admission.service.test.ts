import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { figureOf } from '@earshot/core/testing';
import { timestampFromDate } from '@earshot/proto/events';
import type { AdmissionDependencies } from '../src/domain/admit-found-posts.ts';
import {
  deliver,
  deliverTogether,
  foundPost,
  type LeadEvent,
  noon,
  publishedFor,
  publishFound,
  startLead,
} from './support.ts';

const world = await startLead();
afterAll(() => world.stop());

const ids = (count: number) => Array.from({ length: count }, (_, n) => `t3_${n.toString(36).padStart(3, '0')}`);
const midnight = new Date('2026-11-22T00:00:00.000Z');

/** One line per post and job. A repeated event adds no line; two different outcomes of a post both appear. */
function outcomes(published: readonly LeadEvent[]): string[] {
  const lines = published.map((event) => {
    if (event.what === 'status') throw new Error('no status was changed');
    return `${event.jobId} ${event.postId} ${event.what === 'created' ? 'created' : event.reason}`;
  });
  return [...new Set(lines)].sort();
}

function count(published: readonly LeadEvent[], outcome: string): number {
  return outcomes(published).filter((line) => line.endsWith(outcome)).length;
}

describe('found posts from the bus', () => {
  it('become leads with all that was found, and are published', async () => {
    const [userId, jobId] = [newId(), newId()];
    await publishFound(world, userId, [foundPost({ jobId, postId: 't3_a', score: 7.449999 })]);
    const [published] = await publishedFor(world, userId, ['t3_a']);
    const stored = await world.models().leads.findOne({ userId }).lean();
    expect(published).toMatchObject({ what: 'created', jobId, leadId: stored?._id });
    const event = world.created.find(({ leadId }) => leadId === stored?._id);
    const createdAt = timestampFromDate(noon);
    expect(event).toMatchObject({ jobId, postId: 't3_a', community: 'SaaS', score: 7.4, createdAt });
    expect(inspect(event)).not.toMatch(/Post t3_a|Asks for a tool|need something|reddit\.com/);
    expect(stored).toMatchObject({
      redditPostId: 't3_a',
      jobId,
      subreddit: 'SaaS',
      subredditKey: 'saas',
      score: 7.4,
      relevance: 'medium',
      status: 'new',
      createdAt: noon,
      postCreatedAt: new Date(noon.getTime() - 3_600_000),
      aiAnalysis: { scorerVersion: 'test-1', parts: [{ name: 'need', quote: 'need something' }] },
    });
  });

  it('of an earlier scan are refused as duplicates, of this scan are not', async () => {
    const [userId, first, second] = [newId(), newId(), newId()];
    const post = (jobId: string) => foundPost({ jobId, postId: 't3_a' });
    await publishFound(world, userId, [post(first), post(first), post(second), post(second)]);
    await publishFound(world, userId, [foundPost({ jobId: second, postId: 't3_b' })]);
    const published = await publishedFor(world, userId, ['t3_b']);
    expect(outcomes(published)).toEqual(
      [`${first} t3_a created`, `${second} t3_a DUPLICATE`, `${second} t3_b created`].sort(),
    );
    expect(await world.models().leads.countDocuments({ userId })).toBe(2);
  });

  it('beyond the caps are refused with the reason, in order', async () => {
    const [userId, jobId, nextJob] = [newId(), newId(), newId()];
    const before = await world.services.scrape();
    const capped = (job: string, postId: string) =>
      foundPost({ jobId: job, postId, maxLeadsPerScan: 3, maxLeadsPerDay: 5 });
    await publishFound(
      world,
      userId,
      ids(5).map((postId) => capped(jobId, postId)),
    );
    await publishFound(
      world,
      userId,
      ids(10)
        .slice(5)
        .map((postId) => capped(nextJob, postId)),
    );
    const published = await publishedFor(world, userId, ids(10));
    const reasons = published.map((event) => (event.what === 'refused' ? event.reason : event.what));
    expect(reasons.slice(0, 5).sort()).toEqual(['SCAN_LIMIT', 'SCAN_LIMIT', 'created', 'created', 'created']);
    expect(reasons.slice(5).sort()).toEqual(['DAILY_LIMIT', 'DAILY_LIMIT', 'DAILY_LIMIT', 'created', 'created']);
    for (const event of published) {
      if (event.what === 'refused')
        expect(event.limitResetsAt).toEqual(event.reason === 'DAILY_LIMIT' ? midnight : null);
    }
    const scrape = await world.services.scrape();
    const refused = (reason: string) =>
      (figureOf(scrape, 'leadsRefused', { reason }) ?? 0) - (figureOf(before, 'leadsRefused', { reason }) ?? 0);
    expect(['scan-limit', 'daily-limit', 'duplicate'].map(refused)).toEqual([2, 3, 0]);
    expect((figureOf(scrape, 'leadsCreated') ?? 0) - (figureOf(before, 'leadsCreated') ?? 0)).toBe(5);
  });
});

describe('a post that its user kept as a lead', () => {
  it('is admitted though both caps are full, and takes no place', async () => {
    const [userId, jobId, next] = [newId(), newId(), newId()];
    const post = (job: string, postId: string, rescued = false) =>
      foundPost({ jobId: job, postId, rescued, maxLeadsPerScan: 2, maxLeadsPerDay: 3 });
    const all = ['t3_1', 't3_2', 't3_3'].map((postId) => post(jobId, postId));
    // Also in one batch with posts that scans found, ahead of them.
    await deliverTogether(userId, [post(jobId, 't3_r1', true), ...all], world.admission());
    await deliver(userId, post(jobId, 't3_3', true), world.admission());
    await deliverTogether(userId, [post(next, 't3_4'), post(next, 't3_5')], world.admission());
    const published = await publishedFor(world, userId, ['t3_1', 't3_2', 't3_3', 't3_4', 't3_5', 't3_r1']);
    expect(outcomes(published)).toEqual(
      [
        ...['t3_1 created', 't3_2 created', 't3_3 SCAN_LIMIT', 't3_3 created', 't3_r1 created'].map(
          (line) => `${jobId} ${line}`,
        ),
        ...['t3_4 created', 't3_5 DAILY_LIMIT'].map((line) => `${next} ${line}`),
      ].sort(),
    );
  });

  it('becomes one lead, even if the event is repeated, and none if the lead exists', async () => {
    const [userId, jobId, other] = [newId(), newId(), newId()];
    await deliver(userId, foundPost({ jobId: other, postId: 't3_a' }), world.admission());
    const rescued = ['t3_a', 't3_b'].map((postId) => foundPost({ jobId, postId, rescued: true }));
    await Promise.all([1, 2, 3].map(() => deliverTogether(userId, rescued, world.admission())));
    await deliver(userId, foundPost({ jobId, postId: 't3_c' }), world.admission());
    const published = await publishedFor(world, userId, ['t3_a', 't3_b', 't3_c']);
    expect(outcomes(published)).toEqual(
      [`${other} t3_a created`, `${jobId} t3_b created`, `${jobId} t3_c created`].sort(),
    );
    expect(await world.models().leads.countDocuments({ userId })).toBe(3);
  });
});

describe('caps', () => {
  it.each([
    { scan: 25, day: 100, leads: 25 },
    { scan: 100, day: 10, leads: 10 },
    { scan: 25, day: 10, leads: 10 },
    { scan: 10, day: 10, leads: 10 },
    { scan: 100, day: 1000, leads: 50 },
  ])('hold under 50 parallel deliveries: scan $scan, day $day', async ({ scan, day, leads }) => {
    const [userId, jobId] = [newId(), newId()];
    const posts = ids(50).map((postId) => foundPost({ jobId, postId, maxLeadsPerScan: scan, maxLeadsPerDay: day }));
    const deps = world.admission();
    await Promise.all(posts.map((post) => deliver(userId, post, deps)));
    const published = await publishedFor(world, userId, ids(50));
    expect(outcomes(published)).toHaveLength(50);
    expect(count(published, 'created')).toBe(leads);
    expect(await world.models().leads.countDocuments({ userId })).toBe(leads);
  });

  it('hold when each of 20 posts is delivered five times at once', async () => {
    const [userId, jobId] = [newId(), newId()];
    const deps = world.admission();
    const posts = ids(20).flatMap((postId) =>
      Array.from({ length: 5 }, () => foundPost({ jobId, postId, maxLeadsPerScan: 10, maxLeadsPerDay: 100 })),
    );
    await Promise.all(posts.map((post) => deliver(userId, post, deps)));
    const published = await publishedFor(world, userId, ids(20));
    expect(outcomes(published)).toHaveLength(20);
    expect(count(published, 'created')).toBe(10);
    expect(await world.models().leads.countDocuments({ userId })).toBe(10);
  });

  it('hold when three replicas deliver for one user at the same time', async () => {
    const [userId, jobId] = [newId(), newId()];
    const replicas = [world.admission(), world.admission(), world.admission()];
    const post = (postId: string) => foundPost({ jobId, postId, maxLeadsPerScan: 4, maxLeadsPerDay: 100 });
    await Promise.all(ids(8).flatMap((postId) => replicas.map((deps) => deliver(userId, post(postId), deps))));
    const published = await publishedFor(world, userId, ids(8));
    expect(outcomes(published)).toHaveLength(8);
    expect(count(published, 'created')).toBe(4);
    expect(await world.models().leads.countDocuments({ userId })).toBe(4);
  });

  it('of the day start again each UTC day, and also count unlimited leads', async () => {
    const userId = newId();
    const deps = world.admission();
    const give = (postId: string, maxLeadsPerDay: number) =>
      deliver(userId, foundPost({ jobId: newId(), postId, maxLeadsPerDay }), deps);
    for (const postId of ['t3_1', 't3_2']) await give(postId, 1000);
    await give('t3_3', 2);
    world.setTime(midnight);
    await give('t3_4', 2);
    world.setTime(noon);
    const published = await publishedFor(world, userId, ['t3_1', 't3_2', 't3_3', 't3_4']);
    expect(published.map((event) => (event.what === 'refused' ? event.reason : event.what)).sort()).toEqual(
      ['created', 'created', 'DAILY_LIMIT', 'created'].sort(),
    );
  });
});

describe('a crash', () => {
  /** Dependencies whose `at`-th write or read fails, either before it or (`after`) once it is done. */
  function crashing(at: number, after: boolean): AdmissionDependencies & { saved: () => void } {
    const deps = world.admission();
    let calls = 0;
    const wrap = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        calls += 1;
        const dies = calls === at;
        if (dies && !after) throw new Error('killed');
        const result = await call(...args);
        if (dies) throw new Error('killed');
        return result;
      };
    };
    const { leads, quotas } = deps;
    return {
      ...deps,
      leads: { ...leads, jobsOf: wrap(leads.jobsOf), writtenBy: wrap(leads.writtenBy), insert: wrap(leads.insert) },
      quotas: {
        read: wrap(quotas.read),
        save: wrap(quotas.save),
      },
    };
  }

  const points = [1, 2, 3, 4, 5, 6].flatMap((at) => [
    { at, when: 'before' },
    { at, when: 'after' },
  ]);
  it.each(points)('$when call $at of every delivery changes nothing in the end', async ({ at, when }) => {
    const [userId, earlier, jobId] = [newId(), newId(), newId()];
    await deliver(userId, foundPost({ jobId: earlier, postId: 't3_003' }), world.admission());
    for (const postId of ids(8)) {
      const post = foundPost({ jobId, postId, maxLeadsPerScan: 5, maxLeadsPerDay: 4 });
      await deliver(userId, post, crashing(at, when === 'after')).catch((error: unknown) => {
        expect(error).toMatchObject({ message: 'killed' });
      });
      await deliver(userId, post, world.admission());
    }
    const published = (await publishedFor(world, userId, ids(8))).filter(
      (event) => event.what !== 'status' && event.jobId === jobId,
    );
    // One lead was created earlier today, so three more fit into the daily limit.
    expect(outcomes(published)).toEqual(
      ids(8).map((postId, n) => `${jobId} ${postId} ${n === 3 ? 'DUPLICATE' : n < 3 ? 'created' : 'DAILY_LIMIT'}`),
    );
    expect(await world.models().leads.countDocuments({ userId, jobId })).toBe(3);
  });

  it.each(points)('$when call $at of a batch changes nothing in the end', async ({ at, when }) => {
    const [userId, earlier, jobId] = [newId(), newId(), newId()];
    await deliver(userId, foundPost({ jobId: earlier, postId: 't3_003' }), world.admission());
    // One of them is delivered twice.
    const posts = [...ids(8), 't3_001'].map((postId) =>
      foundPost({ jobId, postId, maxLeadsPerScan: 5, maxLeadsPerDay: 4 }),
    );
    await deliverTogether(userId, posts, crashing(at, when === 'after')).catch((error: unknown) => {
      expect(error).toMatchObject({ message: 'killed' });
    });
    await deliverTogether(userId, posts, world.admission());
    const published = (await publishedFor(world, userId, ids(8))).filter(
      (event) => event.what !== 'status' && event.jobId === jobId,
    );
    expect(outcomes(published)).toEqual(
      ids(8).map((postId, n) => `${jobId} ${postId} ${n === 3 ? 'DUPLICATE' : n < 3 ? 'created' : 'DAILY_LIMIT'}`),
    );
    expect(await world.models().leads.countDocuments({ userId, jobId })).toBe(3);
  });

  it('over midnight keeps the day of the admission', async () => {
    const [userId, jobId] = [newId(), newId()];
    const post = foundPost({ jobId, postId: 't3_1', maxLeadsPerDay: 1 });
    await expect(deliver(userId, post, crashing(4, true))).rejects.toThrow('killed');
    world.setTime(midnight);
    await deliver(userId, post, world.admission());
    await deliver(userId, foundPost({ jobId, postId: 't3_2', maxLeadsPerDay: 1 }), world.admission());
    world.setTime(noon);
    const leads = await world.models().leads.find({ userId }).sort({ redditPostId: 1 }).lean();
    expect(leads.map((lead) => lead.createdAt)).toEqual([noon, midnight]);
  });

  it('gives the place in the day back when an earlier scan was faster after all', async () => {
    const [userId, slow, fast] = [newId(), newId(), newId()];
    const deps = world.admission();
    const late = { ...deps, leads: { ...deps.leads } };
    const post = (jobId: string, postId: string) => foundPost({ jobId, postId, maxLeadsPerDay: 2 });
    late.leads.insert = async (...args) => {
      await deliver(userId, post(fast, 't3_1'), deps);
      return deps.leads.insert(...args);
    };
    await deliver(userId, post(slow, 't3_1'), late);
    await deliver(userId, post(slow, 't3_2'), deps);
    const published = await publishedFor(world, userId, ['t3_1', 't3_2']);
    expect(outcomes(published)).toEqual(
      [`${fast} t3_1 created`, `${slow} t3_1 DUPLICATE`, `${slow} t3_2 created`].sort(),
    );
  });
});
