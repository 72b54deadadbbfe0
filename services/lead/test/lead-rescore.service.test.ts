import { consume } from '@earshot/event-bus';
import { until } from '@earshot/core/testing';
import { type LeadRescored, timestampDate } from '@earshot/proto/events';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import type { NewScore } from '@earshot/proto/http/post-words';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyScores, foundPost, type LeadWorld, publishedFor, publishFound, startLead } from './support.ts';

let world: LeadWorld;
const received: LeadRescored[] = [];
beforeAll(async () => {
  world = await startLead();
  const leadRescored = async ({ payload }: { payload: { value: LeadRescored } }) => void received.push(payload.value);
  await world.platform.bus.subscribe(
    consume({ group: 'test-rescored', topic: 'lead.events', handlers: { leadRescored } }),
  );
});
afterAll(() => world.stop());

const rescored = (postId: string, score: number): NewScore => ({
  source: 'sample',
  postId,
  score,
  matchReason: 'The author looks for a tool.',
  aiAnalysis: {
    scorerVersion: 'rubric-1/gpt-5-mini',
    provisional: false,
    parts: [{ name: 'fit', category: 'core', points: score, quote: null, note: 'Judged by the model' }],
  },
  rejudgement: null,
});

async function leadsOf(userId: string) {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId });
  return new Map(leadList.parse(body).leads.map((lead) => [lead.redditPostId, lead]));
}

const found = (postId: string, provisional: boolean) =>
  foundPost({ jobId: `job-${postId}`, postId, score: 6.4, scorerVersion: 'keyless-1', provisional });

describe('a score that is no longer provisional', () => {
  it('replaces that of the lead once, with its parts, and is published once', async () => {
    const userId = 'user-back';
    await publishFound(world, userId, [found('t3_a', true), found('t3_b', true), found('t3_own', false)]);
    await publishedFor(world, userId, ['t3_a', 't3_b', 't3_own']);
    expect((await leadsOf(userId)).get('t3_a')).toMatchObject({ score: '6.4', aiAnalysis: { provisional: true } });
    // t3_a is rescored twice, as after a lost answer; t3_own already has a final score; t3_none has no lead.
    await applyScores(world, userId, [rescored('t3_a', 8.1), rescored('t3_own', 1)]);
    const again = [rescored('t3_a', 2), rescored('t3_none', 9), rescored('t3_b', 3.2)];
    expect(await applyScores(world, userId, again)).toEqual(['t3_a', 't3_b']);
    await until('the last new score', () => received.some(({ postId }) => postId === 't3_b'));
    const leads = await leadsOf(userId);
    expect(leads.get('t3_a')).toMatchObject({
      score: '8.1',
      relevance: 'high',
      matchReason: 'The author looks for a tool.',
      status: 'new',
      aiAnalysis: {
        provisional: false,
        scorerVersion: 'rubric-1/gpt-5-mini',
        parts: [{ name: 'fit', category: 'core', points: 8.1, quote: null, note: 'Judged by the model' }],
      },
    });
    expect(leads.get('t3_b')).toMatchObject({ score: '3.2', relevance: 'low' });
    expect(leads.get('t3_own')).toMatchObject({ score: '6.4', aiAnalysis: { scorerVersion: 'keyless-1' } });
    expect(received.map(({ postId, score }) => ({ postId, score }))).toEqual([
      { postId: 't3_a', score: 8.1 },
      { postId: 't3_b', score: 3.2 },
    ]);
    const [published] = received;
    const createdAt = published?.createdAt && timestampDate(published.createdAt).toISOString();
    expect({ id: published?.leadId, createdAt }).toEqual({
      id: leads.get('t3_a')?.id,
      createdAt: leads.get('t3_a')?.createdAt,
    });
  });

  it('leaves the leads of others alone', async () => {
    await publishFound(world, 'user-other', [found('t3_shared', true)]);
    await publishFound(world, 'user-mine', [found('t3_shared', true)]);
    await publishedFor(world, 'user-other', ['t3_shared']);
    await publishedFor(world, 'user-mine', ['t3_shared']);
    await applyScores(world, 'user-mine', [rescored('t3_shared', 9)]);
    await until('the new score', () => received.some(({ postId }) => postId === 't3_shared'));
    expect((await leadsOf('user-mine')).get('t3_shared')?.score).toBe('9.0');
    expect((await leadsOf('user-other')).get('t3_shared')?.score).toBe('6.4');
  });
});
