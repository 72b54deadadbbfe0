import { until } from '@earshot/core/testing';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { scanContract, scanPosts } from '@earshot/proto/http/scan';
import type { CommunityPost } from '@earshot/sources';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import { openScanWorld, residue, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
let release: () => void;
let offsetMs = 0;
const clock = { now: () => new Date(Date.now() + offsetMs) };

beforeEach(async () => {
  world = await openScanWorld({ workers: 2, clock });
  const gate = Promise.withResolvers<void>();
  release = gate.resolve;
  world.source.onRequest = (community) => (community === 'late' ? gate.promise : Promise.resolve());
});
afterEach(() => world.services.stop());

/** Posts by the score that the keyless scorer gives them. */
const texts = {
  '9.8': {
    title: 'Looking for invoicing software, any recommendations?',
    selftext:
      'I run a small freelance business and I am looking for an invoicing tool that chases late payments for me. I need it this week and I am ready to pay. What do you recommend?',
  },
  '6.9': { title: 'How do you handle late payments?', selftext: 'It happens every month.' },
  '6.7': {
    title: 'Invoices',
    selftext: 'My business has a bookkeeping day each month and I am tired of it.',
  },
  '6.5': { title: 'Bookkeeping', selftext: 'I am struggling with my small shop.' },
} as const;

type Score = keyof typeof texts;
const times = (count: number, score: Score): Score[] => Array.from({ length: count }, () => score);

function post(community: string, ...scores: readonly Score[]): void {
  const posts = makePosts(community, scores.length, { buyerEvery: 1, newest: new Date() });
  const written = posts.map((made, index): CommunityPost => ({ ...made, ...texts[scores[index] ?? '6.5'] }));
  world.source.communities.set(community, [...written, ...(world.source.communities.get(community) ?? [])]);
}

/** The scores of the user's leads, best first. */
async function leadScores(userId: string): Promise<string[]> {
  const { body } = await world.services.fetch(leadContract.listLeads, {
    userId,
    query: { sortBy: 'score-high', limit: '100' },
  });
  return leadList.parse(body).leads.map(({ score }) => score);
}

/** Waits until a running scan has made one lead and holds this many posts back. */
function held(userId: string, jobId: string, count: number) {
  return until('held-back posts', async () => {
    const { created, pending } = (await world.status(userId, jobId)).funnel;
    return created === 1 && pending === count;
  });
}

describe('a limit keeps the best posts', () => {
  it('only posts from 8.0 become leads while the scan still reads; others are admitted best first at its end', async () => {
    post('early', ...times(10, '6.5'), '9.8', ...times(20, '6.5'));
    post('late', ...times(10, '6.7'), '6.9');
    const userId = await world.user(['early', 'late'], { searchStrategy: 'broad', maxLeadsPerScan: 25 });
    const jobId = await world.start(userId);
    await held(userId, jobId, 30);
    expect(await leadScores(userId)).toEqual(['9.8']);
    release();
    const job = await world.ended(userId, jobId);
    expect(job).toMatchObject({ status: 'completed', newLeadsFound: 25, funnel: { created: 25, capped: 17 } });
    expect(residue(job)).toBe(0);
    expect(await leadScores(userId)).toEqual(['9.8', '6.9', ...times(10, '6.7'), ...times(13, '6.5')]);
  });

  it('posts held back by a limit compete with the new posts of the next scan', async () => {
    release();
    post('early', ...times(30, '6.5'), ...times(20, '6.7'));
    const userId = await world.user(['early'], { searchStrategy: 'broad', maxLeadsPerScan: 25 });
    expect(await world.scan(userId)).toMatchObject({ funnel: { created: 25, capped: 25 } });
    post('early', ...times(5, '6.9'));
    // Communities that were read just now are not read again.
    offsetMs += 3_600_000;
    expect(await world.scan(userId)).toMatchObject({ funnel: { created: 25, capped: 5 } });
    const leads = [...times(5, '6.9'), ...times(20, '6.7'), ...times(25, '6.5')];
    expect(await leadScores(userId)).toEqual(leads);
  });
});

describe('a cancelled scan', () => {
  it('leaves the posts that it held back to the next scan, and says so', async () => {
    post('early', '6.5', '9.8', '6.7');
    post('late', '6.9');
    const userId = await world.user(['early', 'late'], { searchStrategy: 'broad' });
    const jobId = await world.start(userId);
    await held(userId, jobId, 2);
    const params = { jobId };
    await world.services.fetch(scanContract.cancelScan, { userId, params });
    expect(await world.status(userId, jobId)).toMatchObject({
      status: 'cancelled',
      newLeadsFound: 1,
      funnel: { created: 1, capped: 2, pending: 0 },
    });
    const { body } = await world.services.fetch(scanContract.listScanPosts, { userId, params });
    expect(scanPosts.parse(body).posts.map(({ reason }) => reason)).toEqual([
      'Scored 6.7, but the scan was cancelled first; the next scan takes it.',
      'Scored 6.5, but the scan was cancelled first; the next scan takes it.',
    ]);
    expect(await leadScores(userId)).toEqual(['9.8']);
    release();
    // A worker that has not seen the end yet may still judge the late post, which then waits for the scan after this one.
    await until('all leads', async () => {
      await world.scan(userId);
      return (await leadScores(userId)).length === 4;
    });
    expect(await leadScores(userId)).toEqual(['9.8', '6.9', '6.7', '6.5']);
  });
});
