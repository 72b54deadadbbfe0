import { afterEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type FakeAnswer, type FakeOpenAi, type FakeOptions, startFakeOpenAi } from '../../testing/src/fake-open-ai.ts';
import type { Llm, LlmTokens } from '../src/llm.ts';
import { openAiLlm } from '../src/open-ai-llm.ts';

const schema = z.object({ colour: z.enum(['red', 'blue']) });
const good = '{"colour":"red"}';
const key = 'sk-test-secret-of-16';
const completion = (usage: unknown) => ({
  raw: JSON.stringify({ choices: [{ finish_reason: 'stop', message: { content: good } }], usage }),
});

let fake: FakeOpenAi | undefined;
let logged: string[] = [];
afterEach(async () => {
  await fake?.close();
  fake = undefined;
  logged = [];
});

async function modelThat(answer: (call: number) => FakeAnswer, models?: FakeOptions['models']): Promise<Llm> {
  fake = await startFakeOpenAi((_request, call) => answer(call), models && { models });
  const log = { warn: (_facts: object, message: string) => void logged.push(message) };
  return openAiLlm({ apiKey: key, baseUrl: fake.baseUrl, log, breaker: { failures: 3 }, checkTimeoutMs: 2_000 });
}

const ask = (llm: Llm) =>
  llm.complete({ model: 'gpt-5-mini', system: 'Say what you see.', input: 'a ball', schema, schemaName: 'thing' });
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => ({ name: 'answered', reason: '', message: '' }),
    (error: unknown) => z.object({ name: z.string(), reason: z.string(), message: z.string() }).parse(error),
  );

/** 40 MiB of spaces before the end of a valid answer, packed into 40 KiB. */
const packed = gzipSync(Buffer.concat([Buffer.alloc(40 * 1024 * 1024, ' '), Buffer.from(completion(null).raw)]));

describe('an answer that is no completion', () => {
  it.each<[string, FakeAnswer]>([
    ['an error with status 200', { raw: '{"error":{"message":"overloaded","code":502}}' }],
    ['nothing', { raw: '' }],
    ['null', { raw: 'null' }],
    ['a list', { raw: '[]' }],
    ['an object without choices', { raw: '{}' }],
    ['no choice', { raw: '{"choices":[]}' }],
    ['choices of null', { raw: '{"choices":[null]}' }],
    ['a choice without a message', { raw: '{"choices":[{}]}' }],
    ['a message of another type', { raw: '{"choices":[{"message":"red"}]}' }],
    ['content of another type', { raw: '{"choices":[{"message":{"content":5}}]}' }],
    ['a page', { raw: '<html>Ollama is running</html>' }],
    ['text', { raw: 'Ollama is running', headers: { 'content-type': 'text/plain' } }],
    ['cut JSON', { raw: '{"choices":[{"mess' }],
    ['an answer above 16 MiB when unpacked', { raw: packed, headers: { 'content-encoding': 'gzip' } }],
  ])('(%s) is a fault of the server: no repetition, the breaker opens, one line in the log', async (_what, answer) => {
    const llm = await modelThat(() => answer);
    for (let call = 0; call < 5; call += 1) {
      const failure = await failureOf(ask(llm));
      expect(failure).toMatchObject({ name: 'LlmError', reason: 'unavailable' });
      expect(failure.message).not.toContain(key);
    }
    expect(fake?.calls).toHaveLength(3);
    expect(llm.isAway?.()).toBe(true);
    expect(logged).toEqual([
      "The model server's answer is not a chat completion. Check that OPENAI_BASE_URL is the address of the server's API, which usually ends with /v1",
    ]);
  });
});

describe('counts of tokens', () => {
  const none: LlmTokens = { prompt: 0, completion: 0, cached: 0 };
  it.each<[string, unknown, LlmTokens]>([
    ['null', null, none],
    ['text', 'many', none],
    ['a list', [5], none],
    ['negative', { prompt_tokens: -500, completion_tokens: 7 }, { ...none, completion: 7 }],
    ['text in numbers', { prompt_tokens: '12', completion_tokens: 7 }, { ...none, completion: 7 }],
    ['fractions', { prompt_tokens: 0.5, completion_tokens: 7 }, { ...none, completion: 7 }],
    ['beyond any real number', { prompt_tokens: 9e15, completion_tokens: 7 }, { ...none, completion: 7 }],
    [
      'a wrong part',
      { prompt_tokens: 9, completion_tokens: 7, prompt_tokens_details: { cached_tokens: -1 } },
      { prompt: 9, completion: 7, cached: 0 },
    ],
    [
      'right',
      { prompt_tokens: 9, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 3 } },
      { prompt: 9, completion: 7, cached: 3 },
    ],
  ])('that are %s count as 0 where they are wrong, and the answer is used', async (_what, usage, tokens) => {
    const llm = await modelThat(() => completion(usage));
    expect(await ask(llm)).toEqual({ value: { colour: 'red' }, tokens });
  });
});

describe('a fault of the configuration names its setting', () => {
  it.each([
    [404, /^The model server answered 404\. Check that OPENAI_BASE_URL .*\/v1, and that it has the model$/],
    [405, /OPENAI_BASE_URL/],
    [401, /^The model server answered 401\. Check that OPENAI_API_KEY /],
    [403, /OPENAI_API_KEY/],
  ])('%d, in the error and once in the log', async (status, words) => {
    const llm = await modelThat((call) => (call === 2 ? completion(null) : { status }));
    expect(await failureOf(ask(llm))).toMatchObject({ reason: 'unavailable', message: expect.stringMatching(words) });
    await failureOf(ask(llm));
    expect(logged).toEqual([expect.stringMatching(words)]);
    await ask(llm);
    await failureOf(ask(llm));
    expect(logged).toHaveLength(2);
  });
});

describe('the test of a server', () => {
  const listed = () => ({ status: 200, body: { data: [{ id: 'gpt-5' }, { id: 'gpt-5-mini' }] } });
  const test = async (answer: FakeAnswer, models: FakeOptions['models'] = listed) =>
    (await modelThat(() => answer, models)).check?.(['gpt-5-mini', 'gpt-5']);

  it('includes one short completion, which may be wrong', async () => {
    expect(await test({ content: 'Hello!' })).toMatchObject({ outcome: 'reached', missing: [], status: null });
    expect(fake?.calls.map((call) => [call.model, call['max_completion_tokens']])).toEqual([['gpt-5-mini', 100]]);
  });

  it.each<[FakeAnswer, string, number | null]>([
    [{ raw: '{"error":"no credit"}' }, 'no-completion', null],
    [{ raw: '{"choices":[{}]}' }, 'no-completion', null],
    [{ status: 429 }, 'no-completion', 429],
    [{ status: 401 }, 'wrong-key', 401],
    ['hang', 'no-completion', null],
  ])('reports a server that lists models, but answers %j', async (answer, outcome, status) => {
    expect(await test(answer)).toMatchObject({ outcome, status, models: ['gpt-5', 'gpt-5-mini'] });
  });

  it.each([{ error: 'no' }, null, '', [], { data: null }, { data: 'gpt-5' }])(
    'reports a list of models that is %j',
    async (body) => {
      const result = await test({ content: good }, () => ({ status: 200, body }));
      expect(result).toMatchObject({ outcome: 'failed', models: [], missing: [], status: null });
      expect(fake?.calls).toEqual([]);
    },
  );
});
