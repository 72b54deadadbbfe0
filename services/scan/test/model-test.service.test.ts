import { fixedModel, type Llm } from '@earshot/llm';
import { openAiLlm } from '@earshot/llm/openai';
import { modelTest } from '@earshot/proto/http/model-server';
import { scanContract } from '@earshot/proto/http/scan';
import { type FakeOpenAi, type FakeOptions, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

const key = 'sk-secret-of-a-test';
const listed = (...ids: string[]) => ({ status: 200, body: { object: 'list', data: ids.map((id) => ({ id })) } });

let world: ScanWorld;
let current: Llm | null = null;
let fake: FakeOpenAi | undefined;
let admins = 0;

beforeAll(async () => {
  const llm: Llm = {
    complete: async () => {
      throw new Error('a test asks for no answer of a model');
    },
    check: async (models) => {
      if (current?.check === undefined) throw new Error('no server is set');
      return current.check(models);
    },
  };
  world = await openScanWorld({ platform: (platform) => ({ ...platform, model: fixedModel(llm) }) });
});
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});
afterAll(() => world.services.stop());

async function serverWith(models: FakeOptions['models'], options: { model?: string } = {}): Promise<void> {
  fake = await startFakeOpenAi(() => ({ content: '{"ok":true}' }), models && { models });
  const log = { warn: () => undefined };
  current = openAiLlm({ apiKey: key, baseUrl: fake.baseUrl, checkTimeoutMs: 500, log, ...options });
}

const ask = (userId: string, admin = true) => world.services.fetch(scanContract.testModel, { userId, admin });
async function tested() {
  admins += 1;
  const { status, body } = await ask(`admin-${admins}`);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(key);
  return modelTest.parse(body);
}

it('a server that has the models in use is reached, with its models and the time it took', async () => {
  await serverWith((given) => (given === key ? listed('gpt-5', 'gpt-5-mini', 'other') : { status: 401, body: {} }));
  const result = await tested();
  expect(result).toMatchObject({ outcome: 'reached', models: ['gpt-5', 'gpt-5-mini', 'other'], missing: [] });
  expect(result.latencyMs).toBeGreaterThanOrEqual(0);
  expect(fake?.calls).toHaveLength(1);
});

it('each test is recorded as a security event of its administrator', async () => {
  await serverWith(() => listed('gpt-5', 'gpt-5-mini'));
  const recorded = () => world.services.securityLines().filter(({ security }) => security === 'model-server-tested');
  const before = recorded().length;
  await tested();
  const lines = recorded().slice(before);
  expect(lines).toMatchObject([{ outcome: 'success', network: '127.0.0.1' }]);
  expect(lines[0]?.account).toMatch(/^[\w-]{43}$/);
});

it('a server without a model in use is reported with the name of the model', async () => {
  await serverWith(() => listed('gpt-5', `key-${key}`));
  expect(await tested()).toMatchObject({ outcome: 'unknown-model', models: ['gpt-5'], missing: ['gpt-5-mini'] });
  await fake?.close();
  await serverWith(() => listed('llama'), { model: 'llama' });
  expect(await tested()).toMatchObject({ outcome: 'reached', missing: [] });
});

it.each([
  [{ status: 401, body: { error: { message: `Incorrect API key provided: ${key}` } } }, 'wrong-key', 401],
  [{ status: 403, body: {} }, 'wrong-key', 403],
  [{ status: 404, body: {} }, 'failed', 404],
  [{ status: 500, body: {} }, 'failed', 500],
  ['hang', 'timeout', null],
] as const)('%j is reported as %s', async (answer, outcome, status) => {
  await serverWith(() => answer);
  expect(await tested()).toMatchObject({ outcome, status, models: [] });
});

it('a server that is down is reported', async () => {
  await serverWith(() => listed('gpt-5'));
  await fake?.close();
  expect(await tested()).toMatchObject({ outcome: 'refused', status: null });
});

it('only administrators may test, six times a minute', async () => {
  await serverWith(() => listed('gpt-5', 'gpt-5-mini'));
  expect(await ask('member', false)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  for (let count = 0; count < 6; count += 1) expect((await ask('eager')).status).toBe(200);
  expect(await ask('eager')).toMatchObject({ status: 429, body: { code: 'rate.limited' } });
});
