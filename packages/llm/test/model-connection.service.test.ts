import { startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { expect, it } from '@jest/globals';
import { findLocalServers } from '../src/local-servers.ts';
import type { Llm } from '../src/llm.ts';
import { isForbiddenHost } from '../src/model-address.ts';
import { changeableModel, type ModelServer } from '../src/model-connection.ts';
import { openAiLlm } from '../src/open-ai-llm.ts';

const server = (address: string): ModelServer => ({ address, key: null, model: null });
const named = (): Llm => ({
  complete: async () => {
    throw new Error('not called');
  },
});

it('a connection changes with its server, and keeps the client of the same one', async () => {
  const model = changeableModel({ open: async () => named(), findLocal: null });
  expect([model.current(), model.setBy()]).toEqual([null, null]);
  await model.use(server('http://a'));
  const first = model.current();
  await model.use(server('http://a'));
  expect([model.current() === first, model.setBy()]).toEqual([true, 'settings']);
  await model.use(server('http://b'));
  expect(model.current()).not.toBe(first);
  await model.use(null);
  expect([model.current(), model.setBy()]).toEqual([null, null]);
});

it('a server that opens late does not replace a newer choice', async () => {
  let open: (llm: Llm) => void = () => undefined;
  const model = changeableModel({ open: () => new Promise((resolve) => (open = resolve)), findLocal: null });
  const late = model.use(server('http://a'));
  await model.use(null);
  open(named());
  await late;
  expect(model.current()).toBeNull();
});

it('servers on this computer are found with their models; others are left out', async () => {
  const models = () => ({ status: 200, body: { data: [{ id: 'qwen3:8b' }, { id: '' }] } });
  const fake = await startFakeOpenAi(() => 'hang', { models });
  const closed = await startFakeOpenAi(() => 'hang');
  await closed.close();
  const known = [
    { name: 'LM Studio', address: closed.baseUrl },
    { name: 'Ollama', address: fake.baseUrl },
  ];
  expect(await findLocalServers(known)).toEqual([{ name: 'Ollama', address: fake.baseUrl, models: ['qwen3:8b'] }]);
  await fake.close();
});

it.each([
  ['http://169.254.169.254/v1', true],
  ['http://[::ffff:169.254.169.254]/v1', true],
  ['http://[fd00:ec2::254]/v1', true],
  ['http://localhost:11434/v1', false],
  ['http://10.0.0.7:8000/v1', false],
])('whether %s is forbidden to administrators: %s', async (address, forbidden) => {
  expect(await isForbiddenHost(address)).toBe(forbidden);
});

it('a guarded client does not call a forbidden address', async () => {
  const options = { apiKey: 'none', log: { warn: () => undefined }, checkTimeoutMs: 2_000 };
  const llm = openAiLlm({ ...options, baseUrl: 'http://169.254.169.254/v1', isGuarded: true });
  expect(await llm.check?.(['m'])).toMatchObject({ outcome: 'refused' });
});
