import { appError } from '@earshot/core';
import type { Platform } from '@earshot/service-kit';
import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { postModel } from '../src/ingest/post-schema.ts';
import { recheckStore } from '../src/ingest/recheck-store.ts';
import { type RecheckDeps, recheckDue } from '../src/ingest/rechecks.ts';
import { scanService } from '../src/service.ts';
import { verdictModel } from '../src/store/verdict-schema.ts';
import { type FakeSource, fakeSource, makePosts } from './fake-source.ts';
import { type IngestDeps, ingestDeps, readAll } from './ingest-world.ts';

const hourMs = 3_600_000;
const origin = 'sample';

let services: TestServices;
let platform: Platform;
let source: FakeSource;
let deps: IngestDeps & RecheckDeps;
/** The ids that the site was asked about, by request. */
let asked: (readonly string[])[];
beforeAll(async () => {
  services = await startTestServices([scanService]);
  platform = services.platformOf('scan');
});
afterAll(() => services.stop());
beforeEach(async () => {
  source = fakeSource();
  asked = [];
  const { states } = source.recheck;
  source.recheck.states = async (ids) => {
    asked.push(ids);
    return states(ids);
  };
  const { documents } = platform;
  deps = { ...ingestDeps(platform, source), checks: recheckStore(postModel(documents), verdictModel(documents)) };
  for (const name of ['reddit_post_cache', 'community_feeds', 'scan_verdicts'])
    await documents.collection(name).deleteMany({});
});

/** Posts that were read now. A user's scan made leads of the first `held`. */
async function known(count: number, held: number) {
  const posts = makePosts('known', count, { buyerEvery: 1, newest: deps.clock.now() });
  source.communities.set('known', posts);
  await deps.posts.put(posts, origin, deps.clock.now());
  const verdicts = posts
    .slice(0, held)
    .map(({ id }) => ({ _id: `user ${id}`, postId: id, source: 'sample', outcome: 'created' }));
  await platform.documents.collection<{ _id: string }>('scan_verdicts').insertMany(verdicts);
  return posts.map(({ id }) => id);
}
const stored = (id = '') =>
  platform.documents
    .collection<{ _id: string; expiresAt?: Date; recheckAt?: Date }>('reddit_post_cache')
    .findOne({ _id: `sample/${id}` }, { projection: { outbox: 0 } });
const events = async () => {
  const found = await platform.documents
    .collection('reddit_post_cache')
    .find({ outboxAt: { $exists: true } })
    .toArray();
  return found.map((post) => String(post._id).replace('sample/', ''));
};

it('asks once a day about the posts that users hold, and keeps them in the cache', async () => {
  const [held, ...others] = await known(3, 1);
  await recheckDue(deps);
  deps.clock.pass(23 * hourMs);
  await recheckDue(deps);
  expect(asked).toEqual([]);
  deps.clock.pass(hourMs);
  await recheckDue(deps);
  await recheckDue(deps);
  expect(asked).toEqual([[held]]);
  const until = async (id?: string) => Number((await stored(id))?.expiresAt) - deps.clock.now().getTime();
  expect([await until(held), await until(others[0])]).toEqual([48 * hourMs, 24 * hourMs]);
  expect(await events()).toEqual([]);
});

it('publishes which posts were removed and which were edited', async () => {
  const [gone, edited, same] = await known(3, 3);
  if (gone === undefined || edited === undefined) throw new Error('no posts');
  source.gone.add(gone);
  const posts = source.communities.get('known') ?? [];
  source.communities.set(
    'known',
    posts.map((post) => (post.id === edited ? { ...post, selftext: 'EDIT: solved' } : post)),
  );
  deps.clock.pass(24 * hourMs);
  await recheckDue(deps);
  expect(asked).toHaveLength(1);
  expect(await stored(gone)).toMatchObject({ removedBy: 'author', title: '', content: '', author: '' });
  expect(await stored(edited)).toMatchObject({ content: 'EDIT: solved', summary: 'EDIT: solved' });
  expect((await events()).toSorted()).toEqual([gone, edited].toSorted());
  expect((await stored(same))?.recheckAt).toEqual(new Date(deps.clock.now().getTime() + 24 * hourMs));
});

it('takes a post for removed when its site leaves it out twice', async () => {
  const [lost] = await known(1, 1);
  source.communities.clear();
  deps.clock.pass(24 * hourMs);
  await recheckDue(deps);
  expect(await stored(lost)).toMatchObject({ missed: 1, content: expect.stringContaining('invoicing') });
  deps.clock.pass(6 * hourMs);
  await recheckDue(deps);
  expect(await stored(lost)).toMatchObject({ removedBy: 'unknown', content: '' });
});

it('asks about no more posts at once than the site allows', async () => {
  source.recheck.atOnce = 2;
  await known(5, 5);
  deps.clock.pass(24 * hourMs);
  for (let round = 0; round < 4; round += 1) await recheckDue(deps);
  expect(asked.map((ids) => ids.length)).toEqual([2, 2, 1]);
});

it('asks nothing while somebody waits, while another process asks, and again after an error', async () => {
  await known(1, 1);
  deps.clock.pass(24 * hourMs);
  const other = await deps.kv.lease('ingest-recheck:sample', 25_000);
  await recheckDue(deps);
  await other?.release();
  const leave = new AbortController();
  const waiting = readAll(platform, deps, { name: 'wanted', signal: leave.signal }).catch(() => undefined);
  while ((await deps.plan.asked('sample', deps.clock.now(), 1)).length === 0) await new Promise(setImmediate);
  await recheckDue(deps);
  leave.abort();
  await waiting;
  expect(asked).toEqual([]);
  deps.clock.pass(31_000);
  const { states } = source.recheck;
  source.recheck.states = async () => {
    throw appError('source.rate-limited', { retryAfterSeconds: 9 });
  };
  await recheckDue(deps);
  source.recheck.states = states;
  await recheckDue(deps);
  expect(asked).toHaveLength(1);
});

it('drops the words of a feed’s post a month after the feed last showed it', async () => {
  const posts = makePosts('feed', 2, { buyerEvery: 1, newest: deps.clock.now() });
  const [gone, shown] = posts;
  if (gone === undefined || shown === undefined) throw new Error('no posts');
  await deps.posts.put(posts, 'feed', deps.clock.now());
  const verdicts = posts.map(({ id }) => ({ _id: `user ${id}`, postId: id, source: 'feed', outcome: 'created' }));
  await platform.documents.collection<{ _id: string }>('scan_verdicts').insertMany(verdicts);
  const words = async (id: string) => {
    const posts = platform.documents.collection<{ _id: string }>('reddit_post_cache');
    return posts.findOne({ _id: `feed/${id}` }, { projection: { _id: 0, title: 1, removedBy: 1 } });
  };
  deps.clock.pass(20 * 24 * hourMs);
  await deps.posts.put([shown], 'feed', deps.clock.now());
  deps.clock.pass(10 * 24 * hourMs - 1);
  await recheckDue(deps);
  expect(await words(gone.id)).toEqual({ title: gone.title });
  deps.clock.pass(1);
  await recheckDue(deps);
  expect(await words(gone.id)).toEqual({ title: '', removedBy: 'age' });
  expect(await words(shown.id)).toEqual({ title: shown.title });
  expect(await events()).toEqual([`feed/${gone.id}`]);
  expect(asked).toEqual([]);
});
