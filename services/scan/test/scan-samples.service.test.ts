import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract } from '@earshot/proto/http/scan';
import { withSource } from '@earshot/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fakeSource, makePosts } from './fake-source.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

let folder: string;
let world: ScanWorld;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'));
});
afterEach(async () => {
  await world.services.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the services on the folder, with either the sandbox or the site as the source. Each has different posts. */
async function open(site: { readonly sample: boolean }, posts: Readonly<Record<string, number>>): Promise<void> {
  const source = fakeSource();
  for (const [name, count] of Object.entries(posts))
    source.communities.set(name, makePosts(name, count, { buyerEvery: 10, newest: new Date() }));
  const { sample } = site;
  world = await openScanWorld({
    folder,
    source,
    platform: (platform) => ({ ...platform, sources: withSource(platform.sources, { sample }) }),
  });
}

const add = (userId: string, name: string) =>
  world.services.fetch(leadContract.addSubreddit, { userId, body: { name } });

it('once the site itself is connected, sample communities are named and not read', async () => {
  await open({ sample: true }, { freelance: 20 });
  const userId = await world.user(['freelance']);
  expect(await world.scan(userId)).toMatchObject({ status: 'completed', newLeadsFound: 2, errorMessage: null });
  await world.services.stop();

  await open({ sample: false }, { freelance: 30, smallbusiness: 10 });
  expect(await world.services.fetch(scanContract.startScan, { userId })).toMatchObject({
    status: 400,
    body: { code: 'scan.only-samples', message: expect.stringContaining('Add real communities') },
  });
  expect(world.source.requests).toBe(0);

  expect(await add(userId, 'smallbusiness')).toMatchObject({ status: 201 });
  const job = await world.scan(userId);
  expect(job).toMatchObject({ status: 'completed', subredditsScanned: 1, totalSubreddits: 2, newLeadsFound: 1 });
  expect(job.errorMessage).toBe('r/freelance: This sample community is no longer read: a real source is connected');
  expect(job.funnel.fetched).toBe(10);
});

it('posts that the sandbox gave are not scanned as those of the site', async () => {
  await open({ sample: true }, { freelance: 20 });
  await world.scan(await world.user(['freelance']));
  await world.services.stop();

  await open({ sample: false }, { freelance: 30 });
  const job = await world.scan(await world.user(['freelance']));
  expect(job).toMatchObject({ status: 'completed', newLeadsFound: 3 });
  expect(job.funnel.fetched).toBe(30);
});
