import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PostCache } from '../src/domain/ports.ts';
import { scanIngest } from '../src/service.ts';
import { postModel } from '../src/ingest/post-schema.ts';
import { postEvents, type PostWriter, postWriter } from '../src/ingest/post-writer.ts';
import { postCache } from '../src/store/post-store.ts';
import { makePosts } from './fake-source.ts';

/** The origin of the test posts. */
const site = 'sample';

let services: TestServices;
let posts: PostCache & PostWriter;
beforeAll(async () => {
  services = await startTestServices([scanIngest]);
  const { documents, event } = services.platformOf('scan-ingest');
  const model = postModel(documents);
  const writer = postWriter({ model, events: postEvents(event), notify: () => undefined });
  posts = { ...postCache(model), ...writer };
});
afterAll(() => services.stop());

it('keeps each field of a post, and until when', async () => {
  const now = new Date();
  const [made] = makePosts('Keeping', 1, { buyerEvery: 1, newest: now });
  if (made === undefined) throw new Error('no post');
  // Half of the last character would be beyond the 280.
  const post = { ...made, selftext: `${'x'.repeat(279)}😀${made.selftext}` };
  await posts.put([post], site, now);
  const model = postModel(services.platformOf('scan-ingest').documents);
  expect(await model.findById(`sample/${post.id}`).lean()).toMatchObject({
    _id: `sample/${post.id}`,
    source: 'sample',
    url: post.url,
    title: post.title,
    content: post.selftext,
    summary: 'x'.repeat(279),
    author: post.author,
    subreddit: 'Keeping',
    score: 1,
    comments: 2,
    postCreatedAt: post.createdAt,
    fetchedAt: now,
    expiresAt: new Date(now.getTime() + 48 * 3_600_000),
  });
});

it('of two posts under one address the first is kept, and the others of the batch are stored', async () => {
  const now = new Date();
  const [first, second, third] = makePosts('freelance', 3, { buyerEvery: 10, newest: now });
  if (first === undefined || second === undefined || third === undefined) throw new Error('no posts');
  await posts.put([first, third], site, now);
  await posts.put(
    [
      { ...second, url: first.url },
      { ...third, title: 'Changed' },
    ],
    site,
    now,
  );
  await posts.put([{ ...third, title: 'Changed again', url: first.url }], site, now);
  const stored = await posts.page({ source: site, name: 'freelance' }, { floor: new Date(0), after: null, limit: 10 });
  expect(stored.map(({ id, title, url }) => ({ id, title, url }))).toEqual([
    { id: first.id, title: first.title, url: first.url },
    { id: third.id, title: 'Changed', url: third.url },
  ]);
});

it('keeps that moderators marked a post, and nothing for the others', async () => {
  const now = new Date();
  const [pinned, plain] = makePosts('startups', 2, { buyerEvery: 10, newest: now });
  if (pinned === undefined || plain === undefined) throw new Error('no posts');
  await posts.put([{ ...pinned, official: true }, plain], site, now);
  const stored = await posts.page({ source: site, name: 'startups' }, { floor: new Date(0), after: null, limit: 10 });
  expect(stored.map(({ id, official }) => [id, official])).toEqual([
    [pinned.id, true],
    [plain.id, undefined],
  ]);
});
