import { consume } from '@earshot/event-bus';
import { until } from '@earshot/core/testing';
import { create, type LeadPostRemoved, PostEditedSchema, PostRemovedSchema, PostRemover } from '@earshot/proto/events';
import { lead as leadShape, leadContract } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCsv } from './fixtures/read-csv.ts';
import { foundPost, type LeadWorld, publishedFor, publishFound, startLead } from './support.ts';

const word = 'zyzzyva';

let world: LeadWorld;
const gone: (LeadPostRemoved & { userId: string })[] = [];
beforeAll(async () => {
  world = await startLead();
  const leadPostRemoved = async (event: { userId: string; payload: { value: LeadPostRemoved } }) =>
    void gone.push({ ...event.payload.value, userId: event.userId });
  await world.platform.bus.subscribe(
    consume({ group: 'test-removed', topic: 'lead.events', handlers: { leadPostRemoved } }),
  );
});
afterAll(() => world.stop());

const wordy = (postId: string) => ({
  jobId: `job-${postId}`,
  postId,
  source: 'sample',
  title: `A ${word} needs a tool`,
  content: `We look for a ${word}.`,
  // Equal texts by one author would be places of one lead. The user's message keeps its receiver, so it lacks the word.
  author: `jo_${postId}`,
  matchReason: `Asks for a ${word}.`,
  url: `https://www.reddit.com/r/SaaS/comments/${postId.slice(3)}/a_${word}_needs_a_tool/`,
  parts: [{ name: 'need', category: 'x', points: 8.2, quote: word, note: word }],
});

async function find(userId: string, postIds: readonly string[]) {
  await publishFound(
    world,
    userId,
    postIds.map((postId) => foundPost(wordy(postId))),
  );
  const events = await publishedFor(world, userId, postIds);
  const ids = new Map(events.flatMap((event) => (event.what === 'created' ? [[event.postId, event.leadId]] : [])));
  return postIds.map((postId) => ids.get(postId) ?? '');
}

async function remove(postId: string, by = PostRemover.AUTHOR): Promise<void> {
  const value = create(PostRemovedSchema, { source: 'sample', postId, by });
  await world.platform.bus.publish([
    world.platform.event({ userId: '', key: postId, payload: { case: 'postRemoved', value } }).record,
  ]);
}

async function leadNow(userId: string, id: string) {
  const { body } = await world.services.fetch(leadContract.getLead, { userId, params: { id } });
  return leadShape.parse(body);
}

/** All that the service has stored. */
async function stored(): Promise<string> {
  const collections = await world.platform.documents.listCollections();
  const all = collections.map(({ name }) => world.platform.documents.collection(name).find().toArray());
  return JSON.stringify(await Promise.all(all));
}

describe('a lead whose post was removed at its site', () => {
  it('loses the words, keeps what the user did, and is published once for each user', async () => {
    const [first = ''] = await find('user-a', ['t3_gone']);
    const [second = ''] = await find('user-b', ['t3_gone']);
    await world.services.fetch(leadContract.changeLeadStatus, {
      userId: 'user-a',
      params: { id: first },
      body: { status: 'contacted', messageType: 'comment', content: 'Have a look at ours.' },
    });
    await remove('t3_gone', PostRemover.MODERATOR);
    await until('both leads', () => gone.length === 2);
    expect(gone.map(({ userId, leadId, by }) => [userId, leadId, by]).sort()).toEqual([
      ['user-a', first, PostRemover.MODERATOR],
      ['user-b', second, PostRemover.MODERATOR],
    ]);
    expect(await leadNow('user-a', first)).toMatchObject({
      title: 'Removed by moderators',
      content: '',
      author: '',
      authorLabel: '',
      matchReason: '',
      score: '8.2',
      subreddit: 'SaaS',
      status: 'contacted',
      url: 'https://www.reddit.com/r/SaaS/comments/gone/_/',
      aiAnalysis: { parts: [] },
      removed: { by: 'moderator' },
    });
    // The outbox is empty once its events are published.
    await until('no word of the post', async () => !(await stored()).includes(word));
    expect(await stored()).toContain('Have a look at ours.');
  });

  it('is exported with who removed it in place of the title', async () => {
    const userId = 'user-csv';
    await find(userId, ['t3_csv']);
    await remove('t3_csv');
    await until('the removal', () => gone.some((one) => one.userId === userId));
    const answer = await world.services.open(leadContract.exportLeads, { userId });
    const [, row] = readCsv(Buffer.from(await answer.arrayBuffer()).toString('utf8'));
    expect(row?.slice(1, 4)).toEqual(['Removed by its author', 'SaaS', '']);
  });

  it('is made of no event that arrives after the removal', async () => {
    const userId = 'user-late';
    await find('user-early', ['t3_late']);
    await remove('t3_late');
    await until('the removal', () => gone.some((one) => one.userId === 'user-early'));
    await publishFound(world, userId, [foundPost(wordy('t3_late'))]);
    const events = await publishedFor(world, userId, ['t3_late']);
    expect(events).toMatchObject([{ what: 'refused', reason: 'REMOVED' }]);
    expect(await world.models().leads.countDocuments({ userId })).toBe(0);
  });
});

describe('a lead whose post was edited', () => {
  it('shows it if the user had contacted the author', async () => {
    const userId = 'user-edit';
    const [contacted = '', open = ''] = await find(userId, ['t3_edit', 't3_open']);
    const body = { status: 'contacted' };
    await world.services.fetch(leadContract.changeLeadStatus, { userId, params: { id: contacted }, body });
    for (const postId of ['t3_open', 't3_edit']) {
      const value = create(PostEditedSchema, { source: 'sample', postId });
      const event = world.platform.event({ userId: '', key: 'one', payload: { case: 'postEdited', value } });
      await world.platform.bus.publish([event.record]);
    }
    await until('the edit', async () => (await leadNow(userId, contacted)).editedAt !== null);
    expect((await leadNow(userId, open)).editedAt).toBeNull();
  });
});
