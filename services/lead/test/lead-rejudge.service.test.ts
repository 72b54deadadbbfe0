import { consume } from '@earshot/event-bus';
import { until } from '@earshot/core/testing';
import type { LeadStatusChanged } from '@earshot/proto/events';
import { leadContract, leadList } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyScores, foundPost, type LeadWorld, publishedFor, publishFound, startLead } from './support.ts';

let world: LeadWorld;
const statuses: { userId: string; value: LeadStatusChanged }[] = [];
beforeAll(async () => {
  world = await startLead();
  const leadStatusChanged = async (event: { userId: string; payload: { value: LeadStatusChanged } }) =>
    void statuses.push({ userId: event.userId, value: event.payload.value });
  await world.platform.bus.subscribe(
    consume({ group: 'test-rejudged', topic: 'lead.events', handlers: { leadStatusChanged } }),
  );
});
afterAll(() => world.stop());

interface Judged {
  readonly score: number;
  readonly version?: string;
  readonly threshold?: number;
  readonly dropReason?: string;
  readonly learnedVersion?: string;
  readonly title?: string;
  readonly content?: string;
  readonly category?: string;
}

/** Sends the judgement of a post for a changed business, as the scan service does. */
async function judge(userId: string, postId: string, judged: Judged): Promise<void> {
  const { score, version = 'second', threshold = 6, dropReason = null, learnedVersion = null } = judged;
  const { title, content } = foundPost({ jobId: '', postId }).words;
  const parts = [{ name: 'fit', category: judged.category ?? 'core', points: score, quote: null, note: 'Judged' }];
  const judgedFor = { businessVersion: version, threshold, dropReason, learnedVersion };
  const rejudgement = { ...judgedFor, title: judged.title ?? title, content: judged.content ?? content };
  const aiAnalysis = { scorerVersion: 'keyless-2', provisional: false, parts };
  const given = { source: 'sample', postId, score, matchReason: 'They ask for a florist.', aiAnalysis, rejudgement };
  await applyScores(world, userId, [given]);
}

async function leadOf(userId: string, postId: string) {
  const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { limit: '100' } });
  const found = leadList.parse(body).leads.find(({ redditPostId }) => redditPostId === postId);
  if (found === undefined) throw new Error(`${postId} is no lead`);
  return found;
}

const becomes = (userId: string, postId: string, wanted: Record<string, unknown>) =>
  until(`${postId} with ${JSON.stringify(wanted)}`, async () => {
    const found = await leadOf(userId, postId);
    return (
      Object.entries(wanted).every(([name, value]) =>
        Object.entries(found).some(([n, v]) => n === name && v === value),
      ) && found
    );
  });

async function userWith(name: string, ...postIds: string[]): Promise<string> {
  const posts = postIds.map((postId) =>
    foundPost({
      jobId: `job-${name}`,
      postId,
      source: 'sample',
      score: 6.4,
      scorerVersion: 'keyless-2',
      businessVersion: 'first',
      threshold: 6,
    }),
  );
  await publishFound(world, name, posts);
  await publishedFor(world, name, postIds);
  return name;
}
const setStatus = async (userId: string, postId: string, status: string) => {
  const { id } = await leadOf(userId, postId);
  const answer = await world.services.fetch(leadContract.changeLeadStatus, {
    userId,
    params: { id },
    body: { status },
  });
  expect(answer.status).toBe(200);
};
const byScore = (userId: string) =>
  statuses.filter((one) => one.userId === userId).map(({ value }) => [value.toStatus, value.revision, value.byScore]);

describe('a lead whose business has changed', () => {
  it('takes the new score if it is new', async () => {
    const userId = await userWith('taker', 't3_up');
    await judge(userId, 't3_up', { score: 7 });
    expect(await becomes(userId, 't3_up', { score: '7.0' })).toMatchObject({
      relevance: 'medium',
      matchReason: 'They ask for a florist.',
      status: 'new',
      withdrawn: null,
      aiAnalysis: { scorerVersion: 'keyless-2', provisional: false },
    });
  });

  it('is withdrawn with the reason below the threshold, and comes back if the business fits again', async () => {
    const userId = await userWith('withdrawn', 't3_down');
    await judge(userId, 't3_down', { score: 4.2 });
    const gone = await becomes(userId, 't3_down', { status: 'skipped' });
    expect(gone).toMatchObject({
      score: '4.2',
      withdrawn: {
        reason: 'Your business changed. Its score is now 4.2, under your threshold of 6.0: They ask for a florist.',
      },
    });
    await judge(userId, 't3_down', { score: 6.4, version: 'first' });
    expect(await becomes(userId, 't3_down', { status: 'new' })).toMatchObject({ score: '6.4', withdrawn: null });
    await until('both events', () => byScore(userId).length === 2);
    expect(byScore(userId)).toEqual([
      ['skipped', 1, true],
      ['new', 2, true],
    ]);
  });

  it('is withdrawn with the reason why scans drop its post', async () => {
    const userId = await userWith('dropped', 't3_word');
    await judge(userId, 't3_word', { score: 7, dropReason: 'The post contains one of your excluded keywords.' });
    expect((await becomes(userId, 't3_word', { status: 'skipped' })).withdrawn?.reason).toBe(
      'Your business changed. The post contains one of your excluded keywords.',
    );
  });

  it('stays if the user keeps it, also after the next change', async () => {
    const userId = await userWith('keeper', 't3_kept');
    await judge(userId, 't3_kept', { score: 3 });
    await becomes(userId, 't3_kept', { status: 'skipped' });
    await setStatus(userId, 't3_kept', 'new');
    expect(await leadOf(userId, 't3_kept')).toMatchObject({ status: 'new', score: '3.0', withdrawn: null });
    await judge(userId, 't3_kept', { score: 2.5, version: 'third' });
    expect(await becomes(userId, 't3_kept', { score: '2.5' })).toMatchObject({ status: 'new', withdrawn: null });
  });

  it('is withdrawn by a stricter strategy, and comes back with the old one', async () => {
    const userId = await userWith('stricter', 't3_strict');
    await judge(userId, 't3_strict', { score: 6.4, version: 'first', threshold: 7 });
    expect((await becomes(userId, 't3_strict', { status: 'skipped' })).withdrawn?.reason).toBe(
      'Your search strategy changed. Its score is now 6.4, under your threshold of 7.0: They ask for a florist.',
    );
    await judge(userId, 't3_strict', { score: 6.4, version: 'first', threshold: 6 });
    expect(await becomes(userId, 't3_strict', { status: 'new' })).toMatchObject({ withdrawn: null });
  });

  it('is withdrawn by what was learned from ratings', async () => {
    const userId = await userWith('learner', 't3_learned');
    await judge(userId, 't3_learned', { score: 5.6, version: 'first', learnedVersion: 'one' });
    expect((await becomes(userId, 't3_learned', { status: 'skipped' })).withdrawn?.reason).toBe(
      'Earshot learned from your ratings. Its score is now 5.6, under your threshold of 6.0: They ask for a florist.',
    );
  });

  it('takes the edited text with its score, and is found by its words', async () => {
    const userId = await userWith('edited', 't3_edited');
    const text = { title: 'Solved: thanks to everyone', content: 'The marmalade shop helped us.' };
    await judge(userId, 't3_edited', { score: 4, version: 'first', ...text });
    const edited = await becomes(userId, 't3_edited', { status: 'skipped', ...text });
    expect(edited.withdrawn?.reason).toMatch(/^The post was edited\. Its score is now 4\.0/);
    const { body } = await world.services.fetch(leadContract.listLeads, { userId, query: { q: 'marmalade' } });
    expect(leadList.parse(body).total).toBe(1);
  });

  it('is withdrawn with a plain reason if its author writes that the need is met', async () => {
    const userId = await userWith('solved', 't3_solved', 't3_met');
    const content = 'We need something for this. EDIT: solved, thank you';
    await judge(userId, 't3_solved', { score: 9.4, version: 'first', content, category: 'already-served' });
    const solved = await becomes(userId, 't3_solved', { status: 'skipped' });
    expect(solved.withdrawn?.reason).toBe('The author has found a solution.');
    // It stays withdrawn for another business, until the words are gone.
    await judge(userId, 't3_solved', { score: 9, content, category: 'already-served' });
    await becomes(userId, 't3_solved', { score: '9.0', status: 'skipped' });
    await judge(userId, 't3_solved', { score: 9.2, content: 'We still need something for this.' });
    expect(await becomes(userId, 't3_solved', { status: 'new' })).toMatchObject({ withdrawn: null });
    // The words were there before: the business is the cause.
    await judge(userId, 't3_met', { score: 4, category: 'already-served' });
    expect((await becomes(userId, 't3_met', { status: 'skipped' })).withdrawn?.reason).toMatch(
      /^Your business changed/,
    );
  });

  it.each(['contacted', 'skipped'])('is left alone if it is %s', async (status) => {
    const userId = await userWith(`with-${status}`, 't3_mine', 't3_last');
    await setStatus(userId, 't3_mine', status);
    await judge(userId, 't3_mine', { score: 2 });
    await judge(userId, 't3_last', { score: 7 });
    await becomes(userId, 't3_last', { score: '7.0' });
    expect(await leadOf(userId, 't3_mine')).toMatchObject({ status, score: '6.4', withdrawn: null });
  });

  it('is judged once for a business', async () => {
    const userId = await userWith('once', 't3_once', 't3_end');
    await judge(userId, 't3_once', { score: 7 });
    await judge(userId, 't3_once', { score: 2 });
    await judge(userId, 't3_end', { score: 7 });
    await becomes(userId, 't3_end', { score: '7.0' });
    expect(await leadOf(userId, 't3_once')).toMatchObject({ score: '7.0', status: 'new' });
  });
});

it('the scan service reads the leads to judge in pages: new and withdrawn ones of another business', async () => {
  const userId = await userWith('pages', 't3_1', 't3_2', 't3_3', 't3_4');
  await setStatus(userId, 't3_1', 'skipped');
  await judge(userId, 't3_2', { score: 2, version: 'other' });
  await becomes(userId, 't3_2', { status: 'skipped' });
  await judge(userId, 't3_3', { score: 7 });
  await becomes(userId, 't3_3', { score: '7.0' });
  const page = async (query: Record<string, string>) => {
    const answer = await world.services.fetch(leadContract.listLeadsToJudge, {
      userId,
      issuer: 'scan',
      query: { businessVersion: 'second', threshold: '6', limit: '2', ...query },
    });
    return leadContract.listLeadsToJudge.response.parse(answer.body);
  };
  const first = await page({});
  const second = await page({ after: first.next ?? '' });
  expect([...first.leads, ...second.leads].map(({ redditPostId }) => redditPostId).sort()).toEqual(['t3_2', 't3_4']);
  const end = second.next === null ? second : await page({ after: second.next });
  expect(end.next).toBeNull();
});

it('a later scan that found the post of a new lead brings its text and its score', async () => {
  const userId = await userWith('edited', 't3_1', 't3_2');
  const again = (fields: { postId: string; provisional?: boolean }) =>
    foundPost({
      jobId: 'job-of-another-business',
      source: 'sample',
      title: 'An edited title',
      score: 7.3,
      scorerVersion: 'keyless-2',
      businessVersion: 'second',
      threshold: 6,
      ...fields,
    });
  await publishFound(world, userId, [again({ postId: 't3_1' }), again({ postId: 't3_2', provisional: true })]);
  await becomes(userId, 't3_1', { title: 'An edited title', score: '7.3', status: 'new' });
  // A provisional score is no better than the one that the lead has.
  await publishFound(world, userId, [again({ postId: 't3_1' })]);
  expect(await leadOf(userId, 't3_2')).toMatchObject({ title: 'Post t3_2', score: '6.4' });
});

it('withdrawn leads have a list of their own: the latest first, with their number, without those that were kept', async () => {
  const userId = await userWith('list', 't3_1', 't3_2', 't3_3', 't3_4');
  const list = async (of: string) => {
    const { body } = await world.services.fetch(leadContract.listWithdrawnLeads, { userId: of });
    const { leads, total } = leadContract.listWithdrawnLeads.response.parse(body);
    return { ids: leads.map(({ redditPostId }) => redditPostId), total };
  };
  expect(await list(userId)).toEqual({ ids: [], total: 0 });
  await setStatus(userId, 't3_1', 'skipped');
  for (const postId of ['t3_2', 't3_3', 't3_4']) {
    await judge(userId, postId, { score: 2 });
    await becomes(userId, postId, { status: 'skipped' });
  }
  expect(await list(userId)).toEqual({ ids: ['t3_4', 't3_3', 't3_2'], total: 3 });
  await setStatus(userId, 't3_3', 'new');
  expect(await list(userId)).toEqual({ ids: ['t3_4', 't3_2'], total: 2 });
  expect(await list('somebody-else')).toEqual({ ids: [], total: 0 });
});
