import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makePosts } from './fake-source.ts';
import { funnelOf } from './funnel-world.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
beforeAll(async () => {
  world = await openScanWorld({});
});
afterAll(() => world.services.stop());

const german =
  'Wir suchen jemanden, der uns bei der Buchhaltung hilft, weil die Kunden nicht zahlen und wir das nicht mehr schaffen.';
const french =
  'Nous cherchons une personne pour nous aider avec la comptabilité, parce que les clients ne paient pas leurs factures.';

it('posts in other languages are counted and named', async () => {
  const posts = makePosts('freelance', 4, { buyerEvery: 9, newest: new Date() });
  const words = [german, german, french, 'We went for a walk in the park with the dog and then we had a long lunch.'];
  world.source.communities.set(
    'freelance',
    posts.map((post, at) => ({ ...post, title: (words[at] ?? '').slice(0, 60), selftext: words[at] ?? '' })),
  );
  const userId = await world.user(['freelance']);
  const job = await world.scan(userId);
  expect(job.funnel).toMatchObject({ fetched: 4, filtered: 4 });
  const { list } = funnelOf(world);
  expect((await list(userId, job.id, { reason: 'filtered' })).languages).toEqual([
    { language: 'German', posts: 2 },
    { language: 'French', posts: 1 },
  ]);
  expect((await list(userId, job.id, { reason: 'below' })).languages).toEqual([]);
});
