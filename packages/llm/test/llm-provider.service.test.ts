import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { circuitBreaker } from '../src/circuit-breaker.ts';
import { type ChatRequest, type FakeAnswer, type FakeOpenAi, startFakeOpenAi } from '../../testing/src/fake-open-ai.ts';
import { llmMetrics } from '../src/llm-metrics.ts';
import { processMetrics } from '@earshot/service-kit';
import type { Llm } from '../src/llm.ts';
import { openAiLlm, type OpenAiOptions } from '../src/open-ai-llm.ts';
import { retryBudget } from '../src/retry-budget.ts';

const schema = z.object({ colour: z.enum(['red', 'blue']) });
const good: FakeAnswer = { content: '{"colour":"red"}' };
const log = { warn: () => undefined };
const quick = { firstWaitMs: 1 };
const failed = (status: number, headers: Record<string, string> = {}): FakeAnswer => ({ status, headers });

let fake: FakeOpenAi | undefined;
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

type Behaviour = (request: ChatRequest, call: number) => FakeAnswer;

async function modelThat(behaves: Behaviour, options: Partial<OpenAiOptions> = {}): Promise<Llm> {
  fake = await startFakeOpenAi(behaves);
  return openAiLlm({ apiKey: 'sk-test', baseUrl: fake.baseUrl, log, retries: quick, ...options });
}

const ask = (llm: Llm, model = 'gpt-5-mini', maxOutputTokens?: number) =>
  llm.complete({
    model,
    system: 'Say what you see.',
    input: 'a ball',
    schema,
    schemaName: 'thing',
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  });
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => z.object({ reason: z.string() }).parse(error).reason,
  );
const calls = () => fake?.calls ?? [];

describe('a model without schemas for answers', () => {
  it('gets a function with the same schema, and its arguments are validated', async () => {
    const llm = await modelThat((_request, call) => (call === 0 ? { content: '{"colour":"green"}' } : good));
    expect((await ask(llm, 'gpt-4')).value).toEqual({ colour: 'red' });
    expect(calls()).toHaveLength(2);
    for (const call of calls()) {
      expect(call.response_format).toBeUndefined();
      expect(call.tools?.[0]?.function).toMatchObject({
        name: 'thing',
        strict: true,
        parameters: { type: 'object', required: ['colour'], additionalProperties: false },
      });
      expect(call['tool_choice']).toEqual({ type: 'function', function: { name: 'thing' } });
    }
  });

  it.each(['gpt-4', 'gpt-4-0613', 'gpt-4-turbo', 'gpt-3.5-turbo', 'gpt-3.5-turbo-16k'])(
    '%s is known',
    async (model) => {
      const llm = await modelThat(() => good);
      await ask(llm, model);
      expect(calls().map(({ tools }) => tools?.length)).toEqual([1]);
    },
  );

  it.each(['gpt-4o', 'gpt-4.1', 'gpt-5', 'gpt-5-mini', 'local-7b'])('%s supports schemas', async (model) => {
    const llm = await modelThat(() => good);
    await ask(llm, model);
    expect(calls().map(({ response_format: format }) => format?.type)).toEqual(['json_schema']);
  });

  it.each<[string, FakeAnswer]>([
    [
      'by its parameter',
      { status: 400, error: { message: 'Invalid parameter', param: 'response_format', type: 'invalid_request_error' } },
    ],
    ['by its words', { status: 422, error: { message: "'json_schema' is not supported with this model" } }],
  ])('is detected %s, after one failed call per model', async (_how, refusal) => {
    const llm = await modelThat((request) => (request.response_format ? refusal : good));
    for (const model of ['local-7b', 'local-7b', 'local-7b', 'local-8b']) {
      expect((await ask(llm, model)).value).toEqual({ colour: 'red' });
    }
    expect(calls().filter((call) => call.response_format)).toHaveLength(2);
    expect(calls()).toHaveLength(6);
  });

  it('loses each newer parameter that its server rejects', async () => {
    const unknown = ['parallel_tool_calls', 'prompt_cache_key', 'max_completion_tokens', 'response_format'];
    const llm = await modelThat((request) => {
      const name = unknown.find((one) => request[one] !== undefined);
      return name === undefined ? good : { status: 400, error: { message: `Unrecognized argument: ${name}` } };
    });
    expect((await ask(llm, 'local-7b', 500)).value).toEqual({ colour: 'red' });
    const learning = calls().length;
    expect(learning).toBe(5);
    await ask(llm, 'local-7b', 500);
    expect(calls()).toHaveLength(learning + 1);
    expect(calls().at(-1)?.['max_tokens']).toBe(500);
  });

  it('passes on other errors', async () => {
    const llm = await modelThat(() => ({ status: 400, error: { message: 'the prompt is too long' } }));
    expect(await reasonOf(ask(llm))).toBe('unavailable');
    expect(calls()).toHaveLength(1);
  });
});

describe('the prompt cache key', () => {
  it('is the same for equal instructions and differs for others', async () => {
    const llm = await modelThat(() => good);
    await ask(llm);
    await ask(llm);
    await ask(llm, 'gpt-5');
    const keys = calls().map((call) => call['prompt_cache_key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe('retries', () => {
  it.each([429, 500, 502, 503])('recover from a single %d', async (status) => {
    const llm = await modelThat((_request, call) => (call === 0 ? failed(status) : good));
    expect((await ask(llm)).value).toEqual({ colour: 'red' });
    expect(calls()).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409])('do not follow a %d', async (status) => {
    const llm = await modelThat(() => failed(status));
    expect(await reasonOf(ask(llm))).toBe('unavailable');
    expect(calls()).toHaveLength(1);
  });

  it('do not follow an exhausted account', async () => {
    const llm = await modelThat(() => ({ status: 429, error: { message: 'none left', code: 'insufficient_quota' } }));
    expect(await reasonOf(ask(llm))).toBe('rate-limited');
    expect(calls()).toHaveLength(1);
  });

  it('wait as long as the provider asks, unless that exceeds the deadline', async () => {
    const llm = await modelThat((_request, call) => (call === 0 ? failed(429, { 'retry-after-ms': '40' }) : good));
    const began = performance.now();
    await ask(llm);
    expect(performance.now() - began).toBeGreaterThanOrEqual(39);
    await fake?.close();
    const hurried = await modelThat(() => failed(429, { 'retry-after': '4' }), { timeoutMs: 6_000 });
    // 'timeout' when the machine stalls.
    expect(await reasonOf(ask(hurried))).toMatch(/^(?:rate-limited|timeout)$/);
    expect(calls()).toHaveLength(1);
  });

  it('are limited to a share of all calls', async () => {
    const llm = await modelThat(() => failed(500), {
      retries: { ...quick, share: 0.15, burst: 3 },
      breaker: { failures: 1_000_000 },
    });
    for (let n = 0; n < 100; n += 1) await reasonOf(ask(llm));
    expect(calls().length).toBeGreaterThan(110);
    expect(calls().length).toBeLessThanOrEqual(100 + 3 + 15);
  });

  it('of one request are limited, with growing random waits', () => {
    const budget = retryBudget({ burst: 10, most: 2, firstWaitMs: 100 });
    expect([budget.take(0), budget.take(1), budget.take(2)]).toEqual([true, true, false]);
    const waits = Array.from({ length: 50 }, () => budget.waitMs(1, undefined));
    expect(new Set(waits).size).toBeGreaterThan(10);
    expect(Math.max(...waits)).toBeLessThanOrEqual(200);
    expect(budget.waitMs(0, 3_000)).toBeGreaterThanOrEqual(3_000);
  });
});

describe('an unavailable provider', () => {
  const breaker = { failures: 3, openMs: 1_000 };
  const setting = (clock: { ms: number }) => ({ breaker: { ...breaker, now: () => clock.ms }, retries: { most: 0 } });

  it('gets no calls after some consecutive failures, until one probe is allowed', async () => {
    const clock = { ms: 0 };
    let behave: FakeAnswer = failed(500);
    const llm = await modelThat(() => behave, setting(clock));
    for (let n = 0; n < 10; n += 1) expect(await reasonOf(ask(llm))).toBe('unavailable');
    expect(calls()).toHaveLength(3);
    expect(llm.isAway?.()).toBe(true);
    clock.ms = 1_000;
    expect(llm.isAway?.()).toBe(false);
    await reasonOf(ask(llm));
    await reasonOf(ask(llm));
    expect(calls()).toHaveLength(4);
    behave = good;
    clock.ms = 2_999;
    expect(await reasonOf(ask(llm))).toBe('unavailable');
    clock.ms = 3_000;
    expect(await reasonOf(ask(llm))).toBe('answered');
    expect(await reasonOf(ask(llm))).toBe('answered');
    expect(calls()).toHaveLength(6);
  });

  it.each<[string, FakeAnswer]>([
    ['refuses calls', failed(404)],
    ['refuses texts', { refusal: 'no' }],
    ['answers nonsense', { content: 'a red ball' }],
  ])('does not include one that %s', async (_what, answer) => {
    const llm = await modelThat(() => answer, setting({ ms: 0 }));
    for (let n = 0; n < 5; n += 1) await reasonOf(ask(llm));
    expect(llm.isAway?.()).toBe(false);
    expect(calls().length).toBeGreaterThanOrEqual(5);
  });

  it('may be one that never answers', async () => {
    const llm = await modelThat(() => 'hang', { ...setting({ ms: 0 }), timeoutMs: 20 });
    for (let n = 0; n < 3; n += 1) expect(await reasonOf(ask(llm))).toBe('timeout');
    expect(await reasonOf(ask(llm))).toBe('unavailable');
    expect(llm.isAway?.()).toBe(true);
  });

  it('gets no calls for as long as it asks', async () => {
    const clock = { ms: 0 };
    const llm = await modelThat(
      (_request, call) => (call === 0 ? failed(429, { 'retry-after': '60' }) : good),
      setting(clock),
    );
    expect(await reasonOf(ask(llm))).toBe('rate-limited');
    clock.ms = 59_999;
    expect(await reasonOf(ask(llm))).toBe('unavailable');
    expect(calls()).toHaveLength(1);
    clock.ms = 60_000;
    expect(await reasonOf(ask(llm))).toBe('answered');
  });

  it('an abandoned probe counts as no outcome, and the next call may probe', () => {
    const clock = { ms: 0 };
    const held = circuitBreaker({ ...breaker, failures: 1, now: () => clock.ms });
    held.enter()?.failed({ away: true, retryAfterMs: undefined });
    clock.ms = 1_000;
    const probe = held.enter();
    expect(held.enter()).toBeNull();
    probe?.abandoned();
    const next = held.enter();
    expect(next).not.toBeNull();
    // An older call that ends late is not the probe.
    probe?.failed({ away: true, retryAfterMs: undefined });
    next?.succeeded();
    expect(held.isOpen()).toBe(false);
  });
});

describe('the metrics of a model', () => {
  it('count requests, retries, tokens and availability', async () => {
    const measuring = processMetrics(['scan-worker']);
    const llm = await modelThat((_request, call) => (call === 0 ? failed(500) : call === 1 ? good : failed(503)), {
      metrics: llmMetrics(measuring.meters),
      breaker: { failures: 2 },
      retries: { ...quick, most: 1 },
    });
    await ask(llm);
    await reasonOf(ask(llm));
    await reasonOf(ask(llm));
    const text = await measuring.text();
    expect(text).toContain('earshot_model_request_seconds_count{outcome="ok"} 1');
    expect(text).toContain('earshot_model_request_seconds_count{outcome="unavailable"} 3');
    expect(text).toContain('earshot_model_retries_total 2');
    expect(text).toContain('earshot_model_tokens_total{kind="prompt"} 100');
    expect(text).toContain('earshot_model_tokens_total{kind="completion"} 10');
    expect(text).toContain('earshot_model_held_back_total 1');
    expect(text).toContain('earshot_model_away 1');
  });
});
