import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { embeddedKeyValue } from '@earshot/service-kit';
import { KeyValueAway } from '@earshot/core';
import { type FakeAnswer, type FakeOpenAi, startFakeOpenAi } from '../../testing/src/fake-open-ai.ts';
import { isModelAway, type Llm } from '../src/llm.ts';
import { openAiLlm } from '../src/open-ai-llm.ts';
import { meteredLlm, tokenLedger } from '../src/token-ledger.ts';

const time = { now: new Date('2026-11-22T10:00:00Z') };
const clock = { now: () => time.now };
const good: FakeAnswer = { content: '"red"' };

let fake: FakeOpenAi;
let kv: ReturnType<typeof embeddedKeyValue>;
afterEach(async () => {
  await fake.close();
  await kv.stop();
});

async function open(answer: (call: number) => FakeAnswer, perDay: number) {
  time.now = new Date('2026-11-22T10:00:00Z');
  fake = await startFakeOpenAi((_request, call) => answer(call));
  kv = embeddedKeyValue({ clock });
  const llm = openAiLlm({ apiKey: 'sk-test', baseUrl: fake.baseUrl, log: { warn: () => undefined } });
  const ledger = () => tokenLedger({ kv, clock, perDay });
  return { ledger: ledger(), elsewhere: ledger(), of: (userId: string) => meteredLlm(llm, ledger(), userId) };
}

const request = { model: 'm', system: '', input: '', schema: z.string(), schemaName: 'word' };
const outcome = (llm: Llm, signal?: AbortSignal) =>
  llm.complete({ ...request, ...(signal && { signal }) }).then(
    () => 'answered',
    (error: unknown) => (isModelAway(error) ? error.reason : String(error)),
  );

describe('the daily tokens of a user', () => {
  it('are counted across all processes, and calls are rejected once they are spent', async () => {
    const { ledger, elsewhere, of } = await open(() => good, 220);
    expect(await outcome(of('ann'))).toBe('answered');
    expect(await ledger.spent('ann')).toBe(110);
    expect(await outcome(of('ann'))).toBe('answered');
    expect(await elsewhere.spent('ann')).toBe(220);
    expect(await outcome(of('ann'))).toBe('over-budget');
    expect(await outcome(of('bob'))).toBe('answered');
    expect(fake.calls).toHaveLength(3);
  });

  it('are reset at midnight UTC', async () => {
    const { ledger, of } = await open(() => good, 100);
    await outcome(of('ann'));
    expect(await outcome(of('ann'))).toBe('over-budget');
    expect(ledger.resetsAt()).toEqual(new Date('2026-11-23T00:00:00Z'));
    time.now = ledger.resetsAt();
    expect(await ledger.spent('ann')).toBe(0);
    expect(await outcome(of('ann'))).toBe('answered');
    expect(ledger.resetsAt()).toEqual(new Date('2026-11-24T00:00:00Z'));
  });

  it('have no limit by default', async () => {
    const { ledger, of } = await open(() => good, 0);
    for (let n = 0; n < 5; n += 1) expect(await outcome(of('ann'))).toBe('answered');
    expect([ledger.perDay, await ledger.spent('ann')]).toEqual([null, 550]);
  });

  it('include unusable answers', async () => {
    const answers: FakeAnswer[] = [{ content: 'red' }, { content: 'blue' }, { refusal: 'no' }];
    const { ledger, of } = await open((call) => answers[call] ?? { status: 404 }, 1_000);
    expect(await outcome(of('ann'))).toMatch(/malformed/);
    expect(await ledger.spent('ann')).toBe(220);
    expect(await outcome(of('ann'))).toMatch(/refused/);
    expect(await ledger.spent('ann')).toBe(330);
    expect(await outcome(of('ann'))).toBe('unavailable');
    expect(await ledger.spent('ann')).toBe(330);
  });

  it('include calls that are abandoned', async () => {
    const leaving = new AbortController();
    const { ledger, of } = await open((call) => {
      if (call === 1) leaving.abort(new Error('left'));
      return call === 0 ? { content: 'red' } : 'hang';
    }, 1_000);
    expect(await outcome(of('ann'), leaving.signal)).toMatch(/left/);
    expect(await ledger.spent('ann')).toBe(110);
  });

  it('are limited by the counts of this process while the store is unavailable', async () => {
    const { of } = await open(() => good, 220);
    const away = async () => {
      throw new KeyValueAway('no connection');
    };
    const alone = tokenLedger({ kv: { ...kv, get: away, increment: away }, clock, perDay: 220 });
    const llm = meteredLlm(of('nobody'), alone, 'ann');
    expect([await outcome(llm), await outcome(llm), await outcome(llm)]).toEqual([
      'answered',
      'answered',
      'over-budget',
    ]);
    time.now = alone.resetsAt();
    expect(await outcome(llm)).toBe('answered');
  });

  it('are deleted with the user', async () => {
    const { ledger, of } = await open(() => good, 100);
    await outcome(of('ann'));
    await ledger.forget('ann');
    expect(await ledger.spent('ann')).toBe(0);
  });
});
