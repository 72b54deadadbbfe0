import { until } from '@earshot/core/testing';
import { consume } from '@earshot/event-bus';
import type { Platform } from '@earshot/service-kit';
import type { CommunityPost } from '@earshot/sources';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { postWordsContract } from '@earshot/proto/http';
import { postModel } from '../src/ingest/post-schema.ts';
import { postEvents, type PostWriter, postWriter } from '../src/ingest/post-writer.ts';
import { verdictModel } from '../src/store/verdict-schema.ts';
import { postCache } from '../src/store/post-store.ts';
import { makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';
import { forgetLateVerdicts } from '../src/ingest/rechecks.ts';

const origin = 'sample';

let world: ScanWorld;
let ingest: Platform;
let writer: PostWriter;
let relay: ReturnType<Platform['relay']>;
const seen: unknown[] = [];
const records: string[] = [];
beforeAll(async () => {
  world = await openScanWorld();
  ingest = world.services.platformOf('scan-ingest');
  const model = postModel(ingest.documents);
  relay = ingest.relay(model);
  writer = postWriter({ model, events: postEvents(ingest.event), notify: () => relay.notify() });
  const note = async ({
    userId,
    key,
    payload,
  }: {
    userId: string;
    key: string;
    payload: { case: string; value: object };
  }) => {
    seen.push({ userId, key, is: payload.case, ...payload.value });
  };
  await ingest.bus.subscribe(
    consume({ group: 'test-posts', topic: 'post.events', handlers: { postEdited: note, postRemoved: note } }),
  );
});
afterAll(async () => {
  await relay.stop();
  await world.services.stop();
});
beforeEach(() => {
  seen.splice(0);
  records.splice(0);
});

const put = (...posts: CommunityPost[]) => writer.put(posts, origin, new Date());
const remove = (id: string, by: 'author' | 'moderator' = 'author') => writer.remove(origin, [{ id, by }], new Date());
function onePost(): CommunityPost {
  const [post] = makePosts('changing', 1, { buyerEvery: 1, newest: new Date() });
  if (post === undefined) throw new Error('no post');
  return post;
}

describe('changes of posts', () => {
  it('are published with the change, name the post, and carry none of its words and no user', async () => {
    const post = onePost();
    await put(post);
    await put({ ...post, title: 'Solved, thank you', selftext: 'zyzzyva' });
    await put({ ...post, title: 'Solved, thank you', selftext: 'zyzzyva' });
    await remove(post.id, 'moderator');
    await remove(post.id);
    await until('both events', () => seen.length === 2);
    const about = { userId: '', key: `sample/${post.id}`, source: 'sample', postId: post.id };
    expect(seen).toMatchObject([
      { ...about, is: 'postEdited' },
      { ...about, is: 'postRemoved', by: 2 },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/zyzzyva|Solved|author_/);
  });

  it('leave no word of a removed post in the cache, and list it nowhere', async () => {
    const post = onePost();
    await put({ ...post, selftext: 'quixotry' });
    await remove(post.id);
    const stored = await ingest.documents
      .collection<{ _id: string }>('reddit_post_cache')
      .findOne({ _id: `sample/${post.id}` });
    expect(stored).toMatchObject({ removedBy: 'author' });
    for (const word of ['quixotry', post.title, post.author, post.url])
      expect(JSON.stringify(stored)).not.toContain(word);
    const cache = postCache(postModel(ingest.documents));
    expect(await cache.find([{ source: 'sample', id: post.id }])).toEqual([]);
    const window = { floor: new Date(0), after: null, limit: 10 };
    expect((await cache.page({ source: origin, name: 'changing' }, window)).map(({ id }) => id)).not.toContain(post.id);
    await put(post);
    expect(await cache.find([{ source: 'sample', id: post.id }])).toMatchObject([{ title: post.title }]);
  });

  it('of a post that has left the cache are published, too', async () => {
    await remove('t3_longgone');
    await until('the event', () => seen.length === 1);
    expect(seen).toMatchObject([{ is: 'postRemoved', postId: 't3_longgone' }]);
  });
});

describe('verdicts about a changed post', () => {
  const verdicts = () => world.services.platformOf('scan').documents.collection('scan_verdicts');

  it.each(['found', 'below'])(
    'of a worker that read it before the removal and stored it as %s after',
    async (outcome) => {
      const name = `late_${outcome}`;
      const posts = makePosts(name, 30, { buyerEvery: 1, newest: new Date() });
      world.source.communities.set(name, posts);
      const userId = await world.user([name], { maxLeadsPerScan: 25 });
      await world.scan(userId);
      const withWords = { userId, evidence: { $exists: true } };
      const [held] = await verdicts().find(withWords).toArray();
      if (held === undefined) throw new Error('no post is held back');
      const postId = String(held['postId']);
      await remove(postId);
      await until('it is forgotten', async () => (await verdicts().countDocuments({ ...withWords, postId })) === 0);

      await verdicts().replaceOne({ _id: held._id }, { ...held, outcome });
      const ref = { source: 'sample', postId, businessVersion: String(held['businessVersion']) };
      const options = { userId, issuer: 'lead', body: { posts: [ref] } } as const;
      expect(await world.services.fetch(postWordsContract.listFoundPosts, options)).toMatchObject({ body: [] });
      const { documents, clock, log } = ingest;
      await forgetLateVerdicts({ posts: postModel(documents), verdicts: verdictModel(documents), clock, log });
      const stored = await verdicts().findOne({ _id: held._id });
      expect(stored).not.toHaveProperty('evidence');
      expect(stored).not.toHaveProperty('waits');
      // The words of others stay.
      expect(await verdicts().countDocuments(withWords)).toBe(4);
    },
  );

  it('keep outcome and score of a removed post, and none of its words', async () => {
    const posts = makePosts('forgotten', 30, { buyerEvery: 1, newest: new Date() });
    world.source.communities.set('forgotten', posts);
    const userId = await world.user(['forgotten'], { maxLeadsPerScan: 25 });
    await world.scan(userId);
    const withWords = { userId, evidence: { $exists: true } };
    // The limit holds them back for the next scan.
    const [held] = await verdicts().find(withWords).toArray();
    expect(await verdicts().countDocuments(withWords)).toBe(5);
    const gone = posts.find(({ id }) => id === held?.['postId']);
    if (gone === undefined) throw new Error('no post is held back');
    expect(JSON.stringify(held)).toContain(gone.author);
    await remove(gone.id);
    const of = { userId, postId: gone.id };
    await until('it is forgotten', async () => (await verdicts().countDocuments({ ...withWords, ...of })) === 0);
    const after = await verdicts().findOne(of);
    expect(after).toMatchObject({ outcome: 'capped', score: Number(held?.['score']) });
    expect(JSON.stringify(after)).not.toContain(gone.author);
    expect(await verdicts().countDocuments(withWords)).toBe(4);
    expect(await world.scan(userId)).toMatchObject({ newLeadsFound: 4 });
  });

  it('make the leads of an edited post be judged again', async () => {
    const [post] = makePosts('edited', 1, { buyerEvery: 1, newest: new Date() });
    if (post === undefined) throw new Error('no post');
    world.source.communities.set('edited', [post]);
    const userId = await world.user(['edited']);
    expect(await world.scan(userId)).toMatchObject({ newLeadsFound: 1 });
    await put({ ...post, title: 'I run a small business', selftext: `${post.selftext} EDIT: we chose one.` });
    const lead = () => world.services.platformOf('lead').documents.collection('leads').findOne({ userId });
    await until('the lead has the new text', async () =>
      String((await lead())?.['content']).includes('EDIT: we chose one'),
    );
  });
});
