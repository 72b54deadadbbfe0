import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PostCache } from '../src/domain/ports.ts';
import { scanIngest } from '../src/service.ts';
import { postModel } from '../src/ingest/post-schema.ts';
import { postEvents, type PostWriter, postWriter } from '../src/ingest/post-writer.ts';
import { postCache } from '../src/store/post-store.ts';
import { makePosts } from './fake-source.ts';

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

const site = 'hacker-news';
const window = { floor: new Date(0), after: null, limit: 10 };

it('a post that several communities list is in each of them, under its name, whichever was read first', async () => {
  const now = new Date();
  const listed = makePosts('ask', 3, { buyerEvery: 2, newest: now });
  const inNew = listed.slice(1).map((post) => ({ ...post, community: 'new' }));
  // Two scans read at the same time, and one reads again later.
  await Promise.all([posts.put(listed, site, now), posts.put(inNew, site, now)]);
  await posts.put(
    listed.map((post) => ({ ...post, title: `${post.title} (edited)` })),
    site,
    now,
  );
  const ids = listed.map(({ id }) => id);
  const pageOf = (name: string) => posts.page({ source: site, name }, window);
  const [ask, newest] = [await pageOf('ask'), await pageOf('new')];
  expect(ask.map(({ id, community }) => [id, community])).toEqual(ids.map((id) => [id, 'ask']));
  expect(newest.map(({ id, community }) => [id, community])).toEqual(ids.slice(1).map((id) => [id, 'new']));
  expect(newest.every(({ title }) => title.endsWith('(edited)'))).toBe(true);
  expect(await posts.count({ source: site, name: 'new' }, window.floor)).toBe(2);
  expect(await pageOf('show')).toEqual([]);
});

it('a post of one community keeps the name that the source gave it', async () => {
  const now = new Date();
  const [post] = makePosts('SaaS', 1, { buyerEvery: 1, newest: now });
  if (post === undefined) throw new Error('no post');
  const reddit = 'sample';
  await posts.put([post], reddit, now);
  const found = await posts.page({ source: reddit, name: 'saas' }, window);
  expect(found.map(({ community }) => community)).toEqual(['SaaS']);
});
