import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import {
  type ChatRequest,
  type FakeAnswer,
  type FakeOpenAi,
  lastMessage,
  startFakeOpenAi,
} from '../../testing/src/fake-open-ai.ts';
import { LlmError } from '../src/llm.ts';
import { openAiLlm } from '../src/open-ai-llm.ts';

const schema = z.object({ colour: z.enum(['red', 'blue']), size: z.number().nullable() });
const good = { content: '{"colour":"red","size":3}' };
const silent = { warn: () => undefined };

let fake: FakeOpenAi | undefined;
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

async function ask(
  answer: (request: ChatRequest, call: number) => FakeAnswer,
  settings: { timeoutMs?: number; signal?: AbortSignal; model?: string } = {},
) {
  fake = await startFakeOpenAi(answer);
  const { signal, ...options } = settings;
  const llm = openAiLlm({
    apiKey: 'sk-test-secret',
    baseUrl: fake.baseUrl,
    log: silent,
    retries: { most: 0 },
    ...options,
  });
  return llm.complete({
    model: 'gpt-5-mini',
    system: 'Say what you see.',
    input: 'a red ball',
    schema,
    schemaName: 'thing',
    ...(signal ? { signal } : {}),
  });
}

async function failure(promise: Promise<unknown>): Promise<LlmError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof LlmError) return error;
  throw new Error(`expected an LlmError, got ${String(error)}`);
}

describe('openAiLlm', () => {
  it('sends instructions and data separately under a strict schema and returns the parsed value with its tokens', async () => {
    const result = await ask(() => good);
    expect(result).toEqual({ value: { colour: 'red', size: 3 }, tokens: { prompt: 100, completion: 10, cached: 0 } });
    const [call] = fake?.calls ?? [];
    expect(call?.model).toBe('gpt-5-mini');
    expect(call?.messages).toEqual([
      { role: 'system', content: 'Say what you see.' },
      { role: 'user', content: 'a red ball' },
    ]);
    expect(call?.response_format?.json_schema).toMatchObject({
      name: 'thing',
      strict: true,
      schema: { type: 'object', required: ['colour', 'size'], additionalProperties: false },
    });
  });

  it('sends the overriding model name when there is one', async () => {
    await ask(() => good, { model: 'local-7b' });
    expect(fake?.calls[0]?.model).toBe('local-7b');
  });

  const malformed: [string, FakeAnswer][] = [
    ['no JSON', { content: 'a red ball' }],
    ['cut JSON', { content: '{"colour":"re', finishReason: 'length' }],
    ['a value outside the schema', { content: '{"colour":"green","size":3}' }],
    ['an empty answer', { content: '' }],
  ];

  it.each(malformed)('repairs %s by asking once more with the fault, and counts both calls', async (_name, bad) => {
    const result = await ask((_request, call) => (call === 0 ? bad : good));
    expect(result).toEqual({ value: { colour: 'red', size: 3 }, tokens: { prompt: 200, completion: 20, cached: 0 } });
    expect(fake?.calls).toHaveLength(2);
    expect(fake?.calls[1] && lastMessage(fake.calls[1], 'user')).toMatch(/^That answer cannot be used: /);
  });

  it.each(malformed)('gives up on %s after two answers', async (_name, bad) => {
    const error = await failure(ask(() => bad));
    expect(error.reason).toBe('malformed');
    expect(fake?.calls).toHaveLength(2);
  });

  it('reports a refusal and does not ask again', async () => {
    expect((await failure(ask(() => ({ refusal: 'I would rather not' })))).reason).toBe('refused');
    expect(fake?.calls).toHaveLength(1);
  });

  it('treats a content filter as a refusal', async () => {
    expect((await failure(ask(() => ({ content: '', finishReason: 'content_filter' })))).reason).toBe('refused');
  });

  it('reports 429 with the time to wait', async () => {
    const error = await failure(ask(() => ({ status: 429, headers: { 'retry-after': '7' } })));
    expect([error.reason, error.retryAfterMs]).toEqual(['rate-limited', 7000]);
    expect(fake?.calls).toHaveLength(1);
  });

  it('reports 429 without a time to wait', async () => {
    const error = await failure(ask(() => ({ status: 429 })));
    expect([error.reason, error.retryAfterMs]).toEqual(['rate-limited', undefined]);
  });

  it.each([500, 503, 401, 404])('reports status %d as unavailable, without the key or the input', async (status) => {
    const error = await failure(ask(() => ({ status })));
    expect(error.reason).toBe('unavailable');
    expect(error.message).not.toMatch(/sk-test-secret|red ball/);
  });

  it('reports a server that never answers as a timeout, after the deadline', async () => {
    expect((await failure(ask(() => 'hang', { timeoutMs: 80 }))).reason).toBe('timeout');
  });

  it('counts the repair into the same deadline', async () => {
    const error = await failure(ask((_request, call) => (call === 0 ? { content: 'no' } : 'hang'), { timeoutMs: 150 }));
    expect(error.reason).toBe('timeout');
  });

  it('follows no redirect, which would carry the prompt elsewhere', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const options = { apiKey: 'sk-test-secret', log: silent, retries: { most: 0 } };
    const llm = openAiLlm({ ...options, baseUrl: `http://127.0.0.1:${port}/v1` });
    const call = llm.complete({ model: 'm', system: '', input: '', schema, schemaName: 'thing' });
    expect((await failure(call)).reason).toBe('unavailable');
    expect(paths).toEqual(['/v1/chat/completions']);
    server.close();
  });

  it('reports a server that is not there as unavailable', async () => {
    const gone = await startFakeOpenAi(() => good);
    await gone.close();
    const llm = openAiLlm({ apiKey: 'sk-test-secret', baseUrl: gone.baseUrl, log: silent, retries: { most: 0 } });
    const call = llm.complete({ model: 'm', system: '', input: '', schema, schemaName: 'thing' });
    expect((await failure(call)).reason).toBe('unavailable');
  });

  it("rejects with the caller's own reason when the caller aborts", async () => {
    const controller = new AbortController();
    const reason = new Error('the scan was cancelled');
    const call = ask(
      () => {
        controller.abort(reason);
        return 'hang';
      },
      { signal: controller.signal },
    );
    await expect(call).rejects.toBe(reason);
  });
});
