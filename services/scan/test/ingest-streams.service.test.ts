import { until } from '@earshot/core/testing';
import type { Platform } from '@earshot/service-kit';
import type { CommunityPost, FollowedCommunities, PostChange, PostChanges, StreamReader } from '@earshot/sources';
import { startTestServices, type TestServices, withSource } from '@earshot/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createStreams, cursorModel, streamCursors, type StreamDeps } from '../src/ingest/streams.ts';
import { scanService } from '../src/service.ts';
import { feedModel } from '../src/store/feed-store.ts';
import { makePosts } from './fake-source.ts';
import { type IngestDeps, ingestDeps, readAll, withPlanners } from './ingest-world.ts';

/** A site that reports numbered changes, each in an answer of its own, and repeats them from any cursor. */
function fakeStream() {
  const log: PostChange[] = [];
  let grown = Promise.withResolvers<void>();
  const opened: (string | null)[] = [];
  const seen: (() => ReadonlySet<string>)[] = [];
  async function* open(
    cursor: string | null,
    signal: AbortSignal,
    followed: FollowedCommunities,
  ): AsyncGenerator<PostChanges> {
    opened.push(cursor);
    seen.push(followed);
    const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (let at = cursor === null ? 0 : Number(cursor); !signal.aborted;) {
      const change = log[at];
      if (change === undefined) await Promise.race([grown.promise, ended]);
      else {
        at += 1;
        yield { changes: [change], cursor: String(at) };
      }
    }
  }
  const report = (...changes: PostChange[]) => {
    log.push(...changes);
    grown.resolve();
    grown = Promise.withResolvers();
  };
  const read: StreamReader = { kind: 'stream', open };
  /** What is followed, as the last open stream sees it. */
  const followed = () => [...(seen.at(-1)?.() ?? [])];
  return { read, report, opened, followed };
}

let services: TestServices;
let platform: Platform;
let site: ReturnType<typeof fakeStream>;
let deps: IngestDeps & Pick<StreamDeps, 'cursors'>;
beforeAll(async () => {
  services = await startTestServices([scanService]);
  platform = services.platformOf('scan');
});
afterAll(() => services.stop());
beforeEach(async () => {
  site = fakeStream();
  deps = { ...ingestDeps(platform, site.read), cursors: streamCursors(cursorModel(platform.documents)) };
  for (const name of ['reddit_post_cache', 'community_feeds', 'stream_cursors', 'scan_verdicts', 'scan_listeners'])
    await platform.documents.collection(name).deleteMany({});
  await listenTo('firehose');
});

const feeds = () => feedModel(platform.documents);
const listenTo = async (name: string) => {
  const feed = { source: 'sample', name, listensAt: deps.clock.now() };
  await feeds().updateOne({ _id: `sample/${name}` }, { $set: feed }, { upsert: true });
};
const ignore = (name: string) => feeds().updateOne({ _id: `sample/${name}` }, { $unset: { listensAt: 1 } });

const titles = async () => {
  const found = await platform.documents.collection('reddit_post_cache').find().sort({ _id: 1 }).toArray();
  return found.map((post): unknown => post['title']);
};
const appeared = (post: CommunityPost): PostChange => ({ kind: 'appeared', post });
const posts = () => makePosts('firehose', 3, { buyerEvery: 1, newest: new Date() });

it('stores what a stream reports: new, edited and removed posts', async () => {
  const [first, second, third] = posts();
  if (!first || !second || !third) throw new Error('no posts');
  const streams = createStreams(deps);
  await streams.start();
  site.report(appeared(first), appeared(second), appeared(third));
  site.report(
    { kind: 'edited', post: { ...second, title: 'Edited' } },
    { kind: 'removed', id: third.id, by: 'author' },
  );
  await until('all changes are stored', async () => (await deps.cursors.find('sample')) === '5');
  await streams.stop();
  expect((await titles()).toSorted()).toEqual(['', 'Edited', first.title]);
});

it('continues behind the stored changes, and stores those of an unsaved cursor again without harm', async () => {
  const all = posts();
  site.report(...all.map(appeared));
  let saves = 0;
  const dying = {
    ...deps,
    cursors: {
      ...deps.cursors,
      save: async (...given: Parameters<typeof deps.cursors.save>) => {
        saves += 1;
        if (saves === 2) throw new Error('killed before the cursor was saved');
        await deps.cursors.save(...given);
      },
    },
  };
  const streams = createStreams(dying);
  await streams.start();
  await until('the rest is stored', async () => (await deps.cursors.find('sample')) === '3');
  await streams.stop();
  expect(site.opened).toEqual([null, '1']);
  expect(await titles()).toEqual(all.map(({ title }) => title));
});

it('has one owner; another process takes over when its lease ends', async () => {
  const dead = await deps.kv.lease('ingest-stream:sample', 20_000);
  expect(dead).not.toBeNull();
  site.report(...posts().map(appeared));
  const all = [createStreams(deps), createStreams(deps)];
  for (const streams of all) await streams.start();
  expect(site.opened).toEqual([]);
  deps.clock.pass(20_001);
  await until('the stream is stored', async () => (await deps.cursors.find('sample')) === '3');
  await Promise.all(all.map((streams) => streams.stop()));
  expect(site.opened).toEqual([null]);
});

it('is open while somebody listens, and begins with what happens from then on', async () => {
  await ignore('firehose');
  const streams = createStreams(deps);
  await streams.start();
  const [first, second, third] = posts();
  if (!first || !second || !third) throw new Error('no posts');
  await listenTo('firehose');
  site.report(appeared(first));
  await until('the first post', async () => (await titles()).length === 1);
  await listenTo('another');
  await until('what is followed', () => site.followed().join() === 'another,firehose');
  expect(site.opened).toEqual([null]);
  await ignore('firehose');
  await ignore('another');
  await until('the stream to end', async () => (await deps.cursors.find('sample')) === null);
  await listenTo('another');
  site.report(appeared(second), appeared(third));
  await until('all posts', async () => (await titles()).length === 3);
  await streams.stop();
  expect(site.opened).toEqual([null, null]);
});

it('follows a community for two days after a scan', async () => {
  await ignore('firehose');
  await withPlanners([deps], () => readAll(platform, deps, { name: 'scanned' }));
  deps.clock.pass(47 * 3_600_000);
  expect(await deps.plan.followed('sample', deps.clock.now())).toEqual(['scanned']);
  deps.clock.pass(2 * 3_600_000);
  expect(await deps.plan.followed('sample', deps.clock.now())).toEqual([]);
});

it('keeps a post of two communities in both, and no removals of posts that it does not know', async () => {
  const [first, second, third] = posts();
  if (!first || !second || !third) throw new Error('no posts');
  const verdict = { userId: 'u', source: 'sample', postId: 'judged', outcome: 'created', evidence: { title: 'x' } };
  await platform.documents.collection('scan_verdicts').insertOne(verdict);
  const changes = [
    appeared(first),
    appeared({ ...first, community: 'another' }),
    appeared(second),
    { kind: 'removed', id: second.id, by: 'author' },
    { kind: 'removed', id: 'unknown', by: 'author' },
    { kind: 'removed', id: 'judged', by: 'author' },
  ] satisfies PostChange[];
  const once: StreamReader = {
    kind: 'stream',
    open: async function* () {
      yield { changes, cursor: 'end' };
    },
  };
  const streams = createStreams({ ...deps, sources: withSource(platform.sources, { read: once }) });
  await streams.start();
  await until('all changes are stored', async () => (await deps.cursors.find('sample')) === 'end');
  await streams.stop();
  const stored = await platform.documents.collection('reddit_post_cache').find().sort({ _id: 1 }).toArray();
  expect(stored.map((post): unknown => post['url'])).toEqual(['removed:sample/judged', first.url]);
  expect(stored[1]?.['communityKey']).toEqual(expect.arrayContaining(['sample/firehose', 'sample/another']));
});

it('removes the posts of an author whose account is gone', async () => {
  const [first, second, third] = posts();
  if (!first || !second || !third) throw new Error('no posts');
  const by = (author: string, post: CommunityPost) => appeared({ ...post, id: `did:plc:${author}/${post.id}` });
  const streams = createStreams(deps);
  await streams.start();
  site.report(by('ann', first), by('ann2', second), by('ann', third));
  site.report({ kind: 'author-removed', idPrefix: 'did:plc:ann/', by: 'site' });
  await until('all changes are stored', async () => (await deps.cursors.find('sample')) === '4');
  await streams.stop();
  expect((await titles()).toSorted()).toEqual(['', '', second.title]);
});

it('answers who waits for one of its communities from the cache', async () => {
  await withPlanners([deps], () => readAll(platform, deps, { name: 'firehose' }));
  expect(site.opened).toEqual([]);
});
