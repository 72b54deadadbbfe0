import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract, scanJob } from '@earshot/proto/http/scan';
import { z } from 'zod';
import { makePosts } from './fake-source.ts';
import { openScanWorld, residue, type ScanWorld } from './scan-world.ts';

let world: ScanWorld;
beforeAll(async () => {
  world = await openScanWorld();
});
afterAll(() => world.services.stop());

it('a scan that runs while the samples are removed ends with correct counts', async () => {
  const { services, source } = world;
  const gate = Promise.withResolvers<void>();
  for (const name of ['read', 'waits'])
    source.communities.set(name, makePosts(name, 10, { buyerEvery: 1, newest: new Date() }));
  source.onRequest = async (name) => {
    if (name === 'waits') await gate.promise;
  };
  const userId = await world.user(['read', 'waits']);
  const { jobId } = z
    .object({ jobId: z.string() })
    .parse((await services.fetch(scanContract.startScan, { userId })).body);
  const job = async () =>
    scanJob.parse((await services.fetch(scanContract.scanStatus, { userId, params: { jobId } })).body);
  await until('leads of the first community', async () => (await job()).funnel.created === 10);
  expect((await services.fetch(leadContract.removeSamples, { userId })).status).toBe(204);
  gate.resolve();
  const ended = await until('the end', async () => {
    const now = await job();
    return now.completedAt !== null && now;
  });
  expect(ended).toMatchObject({ status: 'completed', funnel: { fetched: 20 } });
  expect(residue(ended)).toBe(0);
});
