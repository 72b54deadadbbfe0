import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '@earshot/testing';
import { until } from '@earshot/core/testing';
import { consume } from '@earshot/event-bus';
import { encodeEnvelope } from '@earshot/proto/events';
import { modelServerContract } from '@earshot/proto/http';
import { authService } from '../src/service.ts';
import { gatewayStandIn } from './support.ts';

const key = 'sk-secret-of-a-test';
const admin = { userId: 'admin', admin: true } as const;
const none = { address: null, model: null, isKeySet: false, updatedAt: null };
/** The bytes of each published change. */
const changes: string[] = [];

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([gatewayStandIn, authService]);
  const modelChanged = async (event: Parameters<typeof encodeEnvelope>[0]) => {
    changes.push(Buffer.from(encodeEnvelope(event)).toString('latin1'));
  };
  await services
    .platformOf('auth')
    .bus.subscribe(consume({ group: 'scan', topic: 'account.events', handlers: { modelChanged } }));
});
beforeEach(() => services.fetch(modelServerContract.disconnectModelServer, admin));
afterAll(() => services.stop());

const connect = (body: { address: string; key?: string; model?: string }) =>
  services.fetch(modelServerContract.connectModelServer, { ...admin, body });
const shown = async () => (await services.fetch(modelServerContract.getModelServer, admin)).body;
const toCall = async () =>
  (await services.fetch(modelServerContract.modelConnection, { userId: 'scan', issuer: 'scan' })).body;

it('keeps the key sealed, and gives it to the services that call models only', async () => {
  const before = changes.length;
  const { body } = await connect({ address: 'http://localhost:11434/v1', key, model: 'qwen3:8b' });
  expect(body).toMatchObject({ address: 'http://localhost:11434/v1', model: 'qwen3:8b', isKeySet: true });
  expect(await shown()).toEqual(body);
  expect(JSON.stringify(body)).not.toContain(key);
  expect(await toCall()).toEqual({ server: { address: 'http://localhost:11434/v1', key, model: 'qwen3:8b' } });
  for (const issuer of ['gateway', 'lead'] as const) {
    const answer = await services.fetch(modelServerContract.modelConnection, { ...admin, issuer });
    expect([issuer, answer.status]).toEqual([issuer, 403]);
  }
  const stored = await services.platformOf('auth').documents.collection('model_server').find({}).toArray();
  expect(JSON.stringify(stored)).not.toContain(key);
  await until('the change is published', () => changes.length > before);
  expect(changes.join('\n')).not.toContain(key);
});

it('keeps the stored key for the same host only', async () => {
  await connect({ address: 'https://models.example/v1', key });
  await connect({ address: 'https://models.example/v2', model: 'other' });
  expect(await toCall()).toEqual({ server: { address: 'https://models.example/v2', key, model: 'other' } });
  const { body } = await connect({ address: 'https://elsewhere.example/v2' });
  expect(body).toMatchObject({ isKeySet: false, model: null });
  expect(await toCall()).toMatchObject({ server: { key: null } });
});

it('removes the key with an empty one, and everything with the server', async () => {
  await connect({ address: 'https://models.example/v1', key });
  expect((await connect({ address: 'https://models.example/v1', key: '' })).body).toMatchObject({ isKeySet: false });
  await connect({ address: 'https://models.example/v1', key });
  const before = changes.length;
  expect((await services.fetch(modelServerContract.disconnectModelServer, admin)).status).toBe(204);
  expect([await shown(), await toCall()]).toEqual([none, { server: null }]);
  await until('the disconnection is published', () => changes.length > before);
});

it.each([
  ['localhost:11434/v1', /begins with http/],
  ['http://name:secret@models.example/v1', /no user name/],
  ['http://models.example/v1/chat/completions', /not of one of its calls/],
  ['http://169.254.169.254/v1', /Earshot does not call this address: enter that of your model server/],
  ['http://[fe80::1]/v1', /Earshot does not call this address: enter that of your model server/],
  ['http://2852039166/v1', /Earshot does not call this address: enter that of your model server/],
])('refuses the address %s', async (address, problem) => {
  const { status, body } = await connect({ address });
  expect([status, body]).toMatchObject([400, { fields: { address: expect.stringMatching(problem) } }]);
});

it('is for administrators, whose changes are recorded', async () => {
  for (const call of [modelServerContract.getModelServer, modelServerContract.disconnectModelServer])
    expect((await services.fetch(call, { userId: 'member' })).status).toBe(403);
  const body = { address: 'http://localhost:11434/v1' };
  const refused = await services.fetch(modelServerContract.connectModelServer, { userId: 'member', body });
  expect(refused.status).toBe(403);
  await connect(body);
  const lines = services.securityLines().filter(({ security }) => security === 'model-server-changed');
  expect(lines.at(-1)).toMatchObject({ outcome: 'success', reason: 'connected', network: '127.0.0.1' });
});
