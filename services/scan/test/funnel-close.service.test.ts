import { leadContract } from '@earshot/proto/http/lead';
import { closePosts, scanContract } from '@earshot/proto/http/scan';
import { afterAll, expect, it } from '@jest/globals';
import { business, makePosts } from './fake-source.ts';
import { dayMs, funnelOf } from './funnel-world.ts';
import { openScanWorld } from './scan-world.ts';

const world = await openScanWorld();
afterAll(() => world.services.stop());

/** Posts on the topic of the business by authors who need nothing, the newest first; the last one is about the lake. */
function nearlyLeads(community: string) {
  const words = [
    'Thoughts on invoices: bookkeeping changed a lot since I started. Interesting times for small businesses.',
    'Bookkeeping changed a lot since I started, and so did invoices. Interesting times.',
    'Thoughts on bookkeeping, and how invoices changed since I started.',
  ];
  return makePosts(community, 8, { buyerEvery: 9, newest: new Date(Date.now() - dayMs) }).map((post, index) =>
    index === 7 ? post : { ...post, title: `Invoices, note ${index}`, selftext: `${words[index % 3]} ${index}` },
  );
}

const listOf = async (userId: string, jobId: string) =>
  closePosts.parse((await world.services.fetch(scanContract.listClosePosts, { userId, params: { jobId } })).body);
const closeTo = async (userId: string, jobId: string) => (await listOf(userId, jobId)).posts;

it('the best five under the threshold are listed, also after a scan that read nothing new', async () => {
  world.source.communities.set('nearly', nearlyLeads('nearly'));
  const userId = await world.user(['nearly']);
  const first = await world.scan(userId);
  expect(first.funnel).toMatchObject({ fetched: 8, filtered: 1, belowThreshold: 7, created: 0 });
  const below = (await funnelOf(world).list(userId, first.id, { reason: 'below' })).posts;
  const close = await closeTo(userId, first.id);
  expect(close).toEqual(below.slice(0, 5));

  const second = await world.scan(userId);
  expect(second.funnel).toMatchObject({ known: 8, belowThreshold: 0 });
  const again = await closeTo(userId, second.id);
  expect(again.map(({ postId, score }) => [postId, score])).toEqual(close.map(({ postId, score }) => [postId, score]));
  expect(again[0]?.reason).toMatch(
    /^Judged in the scan of .*: scored 5\.7, under your threshold of 6\.0: Writes: “Thoughts on bookkeeping/,
  );

  // A post that the user made a lead makes room for the next one.
  await funnelOf(world).keptLead(userId, second.id, close[0]?.postId ?? '');
  const left = await closeTo(userId, second.id);
  expect(left.map(({ postId }) => postId)).toEqual(below.slice(1, 6).map(({ postId }) => postId));
});

it('they are gone once the scan was made for another business, strategy or model', async () => {
  world.source.communities.set('outdated', nearlyLeads('outdated'));
  const userId = await world.user(['outdated']);
  const { id } = await world.scan(userId);
  const facts = { searched: ['r/outdated'], threshold: 6 };
  const current = await listOf(userId, id);
  expect(current).toMatchObject({ ...facts, isOutdated: false });
  expect(current.posts).toHaveLength(5);
  const save = (body: object) => world.services.fetch(leadContract.saveConfiguration, { userId, body });
  const changes = [{ searchStrategy: 'broad' }, { audience: 'bakers' }, { businessDescription: 'We sell flour.' }];
  const before = { searchStrategy: 'mixed', audience: '', businessDescription: business };
  for (const change of changes) {
    await save(change);
    expect(await listOf(userId, id)).toEqual({ ...facts, posts: [], isOutdated: true });
    await save(before);
    expect((await listOf(userId, id)).posts).toEqual(current.posts);
  }
});

it('they belong to their user', async () => {
  world.source.communities.set('left', nearlyLeads('left'));
  const userId = await world.user(['left']);
  const { id } = await world.scan(userId);
  expect(await closeTo(userId, id)).toHaveLength(5);
  const other = await world.user(['left']);
  expect(
    await world.services.fetch(scanContract.listClosePosts, { userId: other, params: { jobId: id } }),
  ).toMatchObject({
    status: 404,
    body: { code: 'scan.not-found' },
  });
});
