import { openAiLlm } from '@earshot/llm/openai';
import {
  type ChatRequest,
  type FakeAnswer,
  type FakeOpenAi,
  lastMessage,
  startFakeOpenAi,
} from '@earshot/testing/fake-open-ai';
import { tokenLedger } from '@earshot/llm';
import { embeddedKeyValue } from '@earshot/service-kit';
import { startTestServices, type TestServices } from '@earshot/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PostAnswer } from '../src/model/model-rubric.ts';
import { modelScorer } from '../src/model/model-scorer.ts';
import { scorers } from '../src/scorers.ts';
import { type AnswerCache, noAnswerCache } from '../src/answer-cache.ts';
import { keylessScorer } from '../src/keyless-scorer.ts';
import type { Post, Verdict } from '../src/scorer.ts';
import { sentPosts } from '../src/testing/model-world.ts';
import { noVectors } from '../src/testing/vectors.ts';
import { scanWorker } from '../../../services/scan/src/service.ts';
import { answerModel, answerStore } from '../../../services/scan/src/store/answer-store.ts';
import { business, buyer, post, seller, stranger } from '../src/testing/posts.ts';

const trio: readonly Post[] = [buyer, seller, stranger];
const log = { warn: () => undefined };
const clock = { now: () => new Date('2026-11-22T10:00:00Z') };
const keyless = keylessScorer();

/** Answers `core` for every post, with the beginning of its title as the quote. */
function judge({ key, title }: { key: string; title: string }): PostAnswer {
  const quote = title.slice(0, 12);
  return { key, fit: { category: 'core', quote }, need: null, stage: null, urgency: null, disqualifiers: [] };
}
const judgeAll = (request: ChatRequest): FakeAnswer => say(sentPosts(request).map(judge));
const say = (posts: readonly PostAnswer[]): FakeAnswer => ({ content: JSON.stringify({ posts }) });
const asksFor = (request: ChatRequest, { title }: Post) => sentPosts(request).some((sent) => sent.title === title);
const titles = (request: ChatRequest) => sentPosts(request).map(({ title }) => title);

const open: FakeOpenAi[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

async function modelThat(answer: (request: ChatRequest, call: number) => FakeAnswer, timeoutMs = 600_000) {
  const fake = await startFakeOpenAi(answer);
  open.push(fake);
  const llm = openAiLlm({ apiKey: 'none', baseUrl: fake.baseUrl, log, timeoutMs, retries: { most: 0 } });
  return { fake, llm };
}

describe('while the model is unavailable', () => {
  it.each<[string, FakeAnswer]>([
    ['asks to wait', { status: 429 }],
    ['fails', { status: 500 }],
    ['answers an error with status 200', { raw: '{"error":{"message":"overloaded"}}' }],
    ['answers null', { raw: 'null' }],
    ['answers a choice without a message', { raw: '{"choices":[{}]}' }],
  ])('and %s, its posts have the keyless score, marked as provisional, and the others their own', async (_how, bad) => {
    const { llm } = await modelThat((request) => (asksFor(request, seller) ? bad : judgeAll(request)));
    const scorer = modelScorer({ llm, model: 'gpt-5-mini', batchSize: 1, keyless });
    const [one, two, three] = await scorer.score(business, trio);
    const [, plain] = await keyless.score(business, trio);
    expect(two).toEqual({ ...plain, provisional: true });
    for (const verdict of [one, three]) expect(verdict).toMatchObject({ score: 4, scorerVersion: scorer.version });
    for (const verdict of [one, three]) expect(verdict?.provisional).toBeUndefined();
  });

  it('and sends nothing until the deadline, likewise', async () => {
    const { llm } = await modelThat(() => 'hang', 50);
    const verdicts = await modelScorer({ llm, model: 'gpt-5-mini', keyless }).score(business, trio);
    const plain = await keyless.score(business, trio);
    expect(verdicts).toEqual(plain.map((verdict) => ({ ...verdict, provisional: true })));
  });

  it('a run that is given up rejects all the same', async () => {
    const leaving = new AbortController();
    const reason = new Error('the scan was cancelled');
    const { llm } = await modelThat(() => {
      leaving.abort(reason);
      return { status: 500 };
    });
    const scorer = modelScorer({ llm, model: 'gpt-5-mini', keyless });
    await expect(scorer.score(business, trio, leaving.signal)).rejects.toBe(reason);
  });

  it('it is not asked after some failures, and every post still has its verdict', async () => {
    const { fake, llm } = await modelThat(() => ({ status: 503 }));
    const scorer = modelScorer({ llm, model: 'gpt-5-mini', batchSize: 1, keyless });
    const posts = Array.from({ length: 30 }, (_, n) => post(`p${n}`, `Shipping ${n}`));
    const verdicts = await scorer.score(business, posts);
    expect(verdicts.map(({ id, provisional }) => [id, provisional])).toEqual(posts.map(({ id }) => [id, true]));
    expect(fake.calls).toHaveLength(5);
  });

  it("for a user whose day's tokens are spent, others are still served by it", async () => {
    const kv = embeddedKeyValue({ clock });
    const { fake, llm } = await modelThat(judgeAll);
    const scorerOf = scorers({
      llm: () => llm,
      ledger: tokenLedger({ kv, clock, perDay: 100 }),
      cache: noAnswerCache,
      vectors: noVectors,
    });
    const ofAnn = () => scorerOf('gpt-5-mini', 'ann').score(business, [stranger]);
    expect((await ofAnn())[0]?.provisional).toBeUndefined();
    expect((await ofAnn())[0]).toMatchObject({ provisional: true, scorerVersion: keyless.version });
    expect(fake.calls).toHaveLength(1);
    expect((await scorerOf('gpt-5-mini', 'bob').score(business, [stranger]))[0]?.provisional).toBeUndefined();
    await kv.stop();
  });
});

describe('an answer that is partly of use', () => {
  const unscored = (verdicts: readonly Verdict[]) => verdicts.map(({ unscoredReason = null }) => unscoredReason);

  it.each<[string, (posts: readonly PostAnswer[]) => FakeAnswer]>([
    ['is cut', (posts) => ({ content: JSON.stringify({ posts }).slice(0, -40), finishReason: 'length' })],
    [
      'has a category of its own',
      (posts) => ({ content: JSON.stringify({ posts }).replace(/core(?!.*core)/, 'perfect') }),
    ],
    [
      'is a bare list in words',
      (posts) => ({ content: `Here you are: ${JSON.stringify(posts.slice(0, -1))} Best wishes` }),
    ],
  ])('and %s is used, and asked again for the rest alone', async (_how, spoil) => {
    const { fake, llm } = await modelThat((request, call) =>
      call === 0 ? spoil(sentPosts(request).map(judge)) : judgeAll(request),
    );
    const verdicts = await modelScorer({ llm, model: 'gpt-5-mini' }).score(business, trio);
    expect(verdicts.map(({ score }) => score)).toEqual([4, 4, 4]);
    expect(fake.calls.map(titles)).toEqual([trio.map(({ title }) => title), [stranger.title]]);
  });

  it('one post that the provider refuses costs its half of the call, no more', async () => {
    const posts = Array.from({ length: 8 }, (_, n) => post(`p${n}`, `Shipping number ${n}`));
    const bad = posts[5] ?? buyer;
    const { fake, llm } = await modelThat((request) => (asksFor(request, bad) ? { refusal: 'no' } : judgeAll(request)));
    const verdicts = await modelScorer({ llm, model: 'gpt-5-mini', batchSize: 8 }).score(business, posts);
    expect(unscored(verdicts)).toEqual([null, null, null, null, 'refused', 'refused', 'refused', 'refused']);
    expect(fake.calls.map((call) => titles(call).length)).toEqual([8, 4, 4]);
  });

  it('what several calls lacked is asked for in one', async () => {
    const posts = Array.from({ length: 8 }, (_, n) => post(`p${n}`, `Shipping number ${n}`));
    const { fake, llm } = await modelThat((request, call) =>
      say(
        sentPosts(request)
          .slice(call < 2 ? 1 : 0)
          .map(judge),
      ),
    );
    const verdicts = await modelScorer({ llm, model: 'gpt-5-mini', batchSize: 4 }).score(business, posts);
    expect(unscored(verdicts)).toEqual(Array<null>(8).fill(null));
    expect(fake.calls.map((call) => titles(call).length)).toEqual([4, 4, 2]);
  });
});

it('a model of few tokens gets fewer posts a call', async () => {
  const posts = Array.from({ length: 25 }, (_, n) => post(`p${n}`, `Shipping number ${n}`));
  const { fake, llm } = await modelThat(judgeAll);
  await modelScorer({ llm, model: 'gpt-4' }).score(business, posts);
  await modelScorer({ llm, model: 'gpt-5-mini' }).score(business, posts);
  expect(fake.calls.map((call) => titles(call).length)).toEqual([12, 12, 1, 25]);
});

it('a long text is sent with its beginning and its end', async () => {
  const long = post('long', 'Help', `We ship glass. ${'And so on. '.repeat(400)} Who can recommend a carrier?`);
  const { fake, llm } = await modelThat(judgeAll);
  await modelScorer({ llm, model: 'gpt-5-mini' }).score(business, [long]);
  const sent = lastMessage(fake.calls[0] ?? { model: '', messages: [] }, 'user');
  expect(sent.length).toBeLessThan(1_700);
  expect(sent).toMatch(/We ship glass\..* \[\.\.\.\] .*recommend a carrier\?/);
});

describe('answers that were given before', () => {
  let services: TestServices;
  let cache: AnswerCache;
  beforeAll(async () => {
    services = await startTestServices([scanWorker]);
    cache = answerStore({ model: answerModel(services.platformOf('scan-worker').documents), clock, log });
  });
  afterAll(() => services.stop());

  it('cost no call, and give the same verdict; another model, business or text is asked again', async () => {
    const { fake, llm } = await modelThat(judgeAll);
    const scorer = (model: string) => modelScorer({ llm, model, cache });
    const first = await scorer('gpt-5-mini').score(business, trio);
    expect(await scorer('gpt-5-mini').score(business, trio.toReversed())).toEqual(first.toReversed());
    expect(fake.calls).toHaveLength(1);
    await scorer('gpt-5').score(business, trio);
    await scorer('gpt-5-mini').score({ ...business, description: 'Another business' }, trio);
    const changed = trio.map((one) => (one === seller ? { ...seller, selftext: 'Changed' } : one));
    await scorer('gpt-5-mini').score(business, changed);
    expect(fake.calls.map((call) => titles(call).length)).toEqual([3, 3, 3, 1]);
  });

  it('are never reused for a post that is scored in its own call', async () => {
    const { fake, llm } = await modelThat(judgeAll);
    const scorer = modelScorer({ llm, model: 'gpt-5-nano', cache });
    await scorer.score(business, trio);
    await scorer.score(business, [buyer]);
    await scorer.score(business, [buyer]);
    expect(fake.calls.map((call) => titles(call).length)).toEqual([3, 1]);
    // The reverse: answers of single-post calls are reused in batches.
    const changed = { ...seller, selftext: 'Changed once more' };
    await scorer.score(business, [changed]);
    await scorer.score(business, [buyer, changed]);
    expect(fake.calls).toHaveLength(3);
  });

  it('are not kept of posts without an answer', async () => {
    const { fake, llm } = await modelThat((request, call) => (call < 2 ? say([]) : judgeAll(request)));
    const scorer = modelScorer({ llm, model: 'gpt-4o', cache });
    expect((await scorer.score(business, trio)).map(({ unscoredReason }) => unscoredReason)).toEqual(
      Array<string>(3).fill('no-answer'),
    );
    expect((await scorer.score(business, trio)).map(({ score }) => score)).toEqual([4, 4, 4]);
    expect(fake.calls).toHaveLength(3);
  });

  it('contain no word of a post, and expire after thirty days', async () => {
    const stored = await answerModel(services.platformOf('scan-worker').documents).find().lean();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toMatch(/shipping|Looking|novel|Offer/i);
    for (const { expiresAt } of stored) expect(expiresAt).toEqual(new Date('2026-12-22T10:00:00Z'));
  });
});
