import { modelServerContract } from '@earshot/proto/http';
import { modelTest } from '@earshot/proto/http/model-server';
import { modelUsage, scanContract } from '@earshot/proto/http/scan';
import { type FakeOpenAi, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

const key = 'sk-secret-of-a-test';
const admin = { userId: 'admin', admin: true } as const;

let folder: string;
let world: ScanWorld;
let fake: FakeOpenAi;
const keysSent: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-model-'));
  world = await openScanWorld({ folder });
  const models = (sent: string) => {
    keysSent.push(sent);
    return { status: 200, body: { data: [{ id: 'qwen3:8b' }] } };
  };
  fake = await startFakeOpenAi(() => ({ content: '{"ok":true}' }), { models });
});
afterAll(async () => {
  await world.services.stop();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

const usage = async () =>
  modelUsage.parse((await world.services.fetch(scanContract.modelUsage, { userId: 'member' })).body);
const connect = (body: { address: string; key?: string; model?: string }) =>
  world.services.fetch(modelServerContract.connectModelServer, { ...admin, body });

it('a server that an administrator connects is used at once, after a restart too, until it is disconnected', async () => {
  expect(await usage()).toMatchObject({ configured: false, setBy: null, findsLocal: true });
  expect((await connect({ address: fake.baseUrl, key, model: 'qwen3:8b' })).status).toBe(200);
  const { body } = await world.services.fetch(scanContract.testModel, admin);
  expect(modelTest.parse(body)).toMatchObject({ outcome: 'reached', models: ['qwen3:8b'], missing: [] });
  expect(keysSent).toEqual([key]);
  expect(fake.calls[0]?.model).toBe('qwen3:8b');
  expect(await usage()).toMatchObject({ configured: true, setBy: 'settings' });

  await world.services.stop();
  world = await openScanWorld({ folder });
  expect(await usage()).toMatchObject({ configured: true, setBy: 'settings' });

  await world.services.fetch(modelServerContract.disconnectModelServer, admin);
  await until('the server is disconnected', async () => !(await usage()).configured);
  const after = await world.services.fetch(scanContract.testModel, admin);
  expect(modelTest.parse(after.body).outcome).toBe('not-connected');
});

it('the event of a change reaches the services without a test or a restart', async () => {
  await connect({ address: fake.baseUrl, model: 'qwen3:8b' });
  await until('the server is connected', async () => (await usage()).configured);
});

it('only administrators may look for servers on this computer', async () => {
  const found = await world.services.fetch(scanContract.findModelServers, admin);
  expect([found.status, found.body]).toEqual([200, { servers: expect.any(Array) }]);
  expect(await world.services.fetch(scanContract.findModelServers, { userId: 'member' })).toMatchObject({
    status: 403,
  });
});

it('a server of the environment cannot be changed in the settings, but a stored one can be removed', async () => {
  const settings = { OPENAI_API_KEY: key, OPENAI_BASE_URL: fake.baseUrl };
  const fixed = await openScanWorld({ settings });
  try {
    const { services } = fixed;
    const { body: state } = await services.fetch(scanContract.modelUsage, { userId: 'member' });
    expect(modelUsage.parse(state)).toMatchObject({ configured: true, setBy: 'environment', findsLocal: false });
    const body = { address: 'http://localhost:11434/v1' };
    const refused = await services.fetch(modelServerContract.connectModelServer, { ...admin, body });
    expect(refused).toMatchObject({ status: 409, body: { code: 'model.set-by-environment' } });
    expect((await services.fetch(modelServerContract.getModelServer, admin)).body).toMatchObject({ address: null });
    expect((await services.fetch(modelServerContract.disconnectModelServer, admin)).status).toBe(204);
  } finally {
    await fixed.services.stop();
  }
});
