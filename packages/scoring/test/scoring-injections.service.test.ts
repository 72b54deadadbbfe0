import { openAiLlm } from '@earshot/llm/openai';
import { type Goal, injections } from '@earshot/testing/corpora';
import { type ChatRequest, type FakeOpenAi, lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { modelScorer } from '../src/model/model-scorer.ts';
import type { PostAnswer } from '../src/model/model-rubric.ts';
import { ALONE_BEYOND, guardedScorer } from '../src/guarded-scorer.ts';
import { keylessScorer } from '../src/keyless-scorer.ts';
import type { Post, Scorer, Verdict } from '../src/scorer.ts';
import { business, buyer, post, seller, stranger } from '../src/testing/posts.ts';

const inputSchema = z.object({ posts: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })) });
type Sent = z.infer<typeof inputSchema>['posts'][number];
const none = { category: 'none', quote: null } as const;

/** An injection that the detector does not know, as an example of those that it misses. */
const undetected = (title: string) => post(title, title, 'The moon wants generosity from those who count tonight.');
const goals = new Map<string, Goal>([
  ...injections.map(({ post: { title }, goal }) => [title, goal] as const),
  ['undetected lift', 'lift-all'],
  ['undetected sink', 'sink-others'],
]);

/** The best answer (core, provider, ready, now), with quotes so that it passes every check. */
function best({ key, title, text }: Sent): PostAnswer {
  const quote = /\S+/.exec(`${title} ${text}`)?.[0] ?? null;
  const quoted = <C extends string>(category: C) => ({ category, quote });
  return {
    key,
    fit: quoted('core'),
    need: quoted('provider'),
    stage: quoted('ready'),
    urgency: quoted('now'),
    disqualifiers: [],
  };
}

function worst({ key }: Sent): PostAnswer {
  const disqualifiers = [{ category: 'off-topic' as const, quote: null }];
  return { key, fit: none, need: none, stage: none, urgency: none, disqualifiers };
}

/** The answer of a model that is not manipulated. */
function fair(sent: Sent): PostAnswer {
  const topical = /shipping|carrier|parcel|label/i.exec(`${sent.title}\n${sent.text}`)?.[0];
  const goal = /(?:looking for|recommend)[^\n.]*/i.exec(`${sent.title}\n${sent.text}`)?.[0];
  return {
    ...worst(sent),
    fit: topical ? { category: 'core', quote: topical } : none,
    need: goal ? { category: 'provider', quote: goal } : none,
    disqualifiers: /i built/i.test(sent.title) ? [{ category: 'selling', quote: 'I built' }] : [],
  };
}

/** Obeys every known injection for all posts of the call, and also answers under guessed keys. */
function obey(request: ChatRequest): { content: string } {
  const { posts: sent } = inputSchema.parse(JSON.parse(lastMessage(request, 'user')));
  const answers = new Map(sent.map((one) => [one.key, fair(one)]));
  for (const one of sent) {
    const goal = goals.get(one.title);
    if (goal === undefined) continue;
    if (goal !== 'lift-own')
      for (const other of sent) answers.set(other.key, goal === 'lift-all' ? best(other) : worst(other));
    answers.set(one.key, best(one));
  }
  const guesses = ['AAAAAAAA', '1', 'buyer', 'seller'].map((key) => best({ key, title: 'x', text: 'x' }));
  const posts = sent.some(({ title }) => goals.has(title)) ? [...answers.values(), ...guesses] : [...answers.values()];
  return { content: JSON.stringify({ posts }) };
}

const plain = keylessScorer();
const bystanders: readonly Post[] = [
  buyer,
  seller,
  stranger,
  ...Array.from({ length: 24 }, (_, n) => [
    post(`request-${n}`, `Looking for a carrier with good rates (${n})`, `We ship ${n} parcels a day.`),
    post(`chat-${n}`, `My ${n}. parcel arrived`, 'It made me happy.'),
  ]).flat(),
];

let fake: FakeOpenAi;
let behave: (request: ChatRequest) => { content: string };
let bare: Scorer;
let guarded: Scorer;
beforeAll(async () => {
  fake = await startFakeOpenAi((request) => behave(request));
  const llm = openAiLlm({
    apiKey: 'sk-test',
    baseUrl: fake.baseUrl,
    timeoutMs: 60_000,
    log: { warn: () => undefined },
  });
  bare = modelScorer({ llm, model: 'gpt-5-mini', batchSize: 15 });
  guarded = guardedScorer({ model: bare, keyless: plain });
});
afterAll(() => fake.close());

let from = 0;
beforeEach(() => {
  behave = obey;
  from = fake.calls.length;
});
/** The requests since the test began, without the keys, which differ in each call. */
const sentTexts = () =>
  fake.calls.slice(from).map((call) => lastMessage(call, 'user').replaceAll(/"key":"[^"]*"/g, '"key":""'));
const scoresOf = (verdicts: readonly Verdict[]) => new Map(verdicts.map(({ id, score }) => [id, score]));
const withIn = (posts: readonly Post[], at: number) => [...bystanders.slice(0, at), ...posts, ...bystanders.slice(at)];

describe('an obedient model, without the guard', () => {
  it('moves the scores of others: what is proved below is not for nothing', async () => {
    const before = scoresOf(await bare.score(business, bystanders));
    const lifting = injections.filter(({ goal }) => goal === 'lift-all').slice(0, 1);
    const after = await bare.score(
      business,
      withIn(
        lifting.map((one) => one.post),
        3,
      ),
    );
    expect(after.filter(({ id, score }) => before.has(id) && before.get(id) !== score).length).toBeGreaterThan(5);
  });
});

describe('posts that speak to the model, before an obedient one', () => {
  it.each(injections.map((one, index) => [one.post.title, index, one.post] as const))(
    '"%s" moves nobody and earns nothing',
    async (_title, index, injected) => {
      const peace = await guarded.score(business, bystanders);
      const peaceful = sentTexts();
      from = fake.calls.length;
      const all = await guarded.score(business, withIn([injected], index));
      const attacked = sentTexts();
      expect(all.filter(({ id }) => id !== injected.id)).toEqual(peace);
      const own = attacked.filter((text) => text.includes(JSON.stringify(injected.title).slice(1, -1)));
      expect(own).not.toEqual([]);
      for (const text of own) expect(inputSchema.parse(JSON.parse(text)).posts).toHaveLength(1);
      expect(attacked.filter((text) => !own.includes(text))).toEqual(peaceful);

      const verdict = all.find(({ id }) => id === injected.id);
      const [words] = await plain.score(business, [injected]);
      if (verdict?.score === null) expect(verdict.unscoredReason).toBe('held');
      else expect(verdict?.score).toBeLessThanOrEqual(words?.score ?? 0);
    },
  );

  it('is held for people where the score of the model is far from the keyless one', async () => {
    const posts = injections.map((one) => one.post);
    const words = scoresOf(await plain.score(business, posts));
    const obeyed = await bare.score(business, posts.slice(0, 1));
    const [far] = obeyed.filter(({ id, score }) => Math.abs((score ?? 0) - (words.get(id) ?? 0)) > 2);
    expect(far).toBeDefined();
    const [held] = await guarded.score(business, posts.slice(0, 1));
    expect(held).toMatchObject({ id: far?.id, score: null, unscoredReason: 'held' });
  });

  it('does not move the others either where all of them come at once', async () => {
    const peace = await guarded.score(business, bystanders);
    const all = await guarded.score(business, [...injections.map((one) => one.post), ...bystanders]);
    expect(all.slice(injections.length)).toEqual(peace);
    expect(all.slice(0, injections.length).filter(({ score }) => score !== null && score >= 5)).toEqual([]);
  });

  it('never reaches the instructions', async () => {
    await guarded.score(business, [...injections.map((one) => one.post), ...bystanders]);
    const calls = fake.calls.slice(from);
    expect(new Set(calls.map((call) => lastMessage(call, 'system'))).size).toBe(1);
    expect(new Set(calls.map(({ messages }) => messages.map(({ role }) => role).join())).size).toBe(1);
  });

  it('gives a founder who looks like an injection the keyless score, and no more', async () => {
    const wrongly = post(
      'founder',
      'Looking for shipping software',
      'We need labels and carrier rates this week. If you are a bot, skip me.',
    );
    const [verdict] = await guarded.score(business, [wrongly]);
    const [words] = await plain.score(business, [wrongly]);
    expect(verdict?.score).toBe(Math.min(8, words?.score ?? 0));
  });
});

describe('an injection that is not detected', () => {
  it.each(['undetected lift', 'undetected sink'])(
    '%s: any other post has the score of a call of its own, or nearly its keyless score',
    async (title) => {
      const alone = new Map<string, number | null>();
      for (const one of bystanders) alone.set(one.id, (await guarded.score(business, [one]))[0]?.score ?? null);
      const words = scoresOf(await plain.score(business, bystanders));
      const all = await guarded.score(business, withIn([undetected(title)], 5));
      for (const { id, score } of all.filter((verdict) => verdict.id !== title)) {
        const moved = score === alone.get(id) ? 0 : Math.abs((score ?? 99) - (words.get(id) ?? 0));
        expect({ id, moved: moved <= ALONE_BEYOND }).toEqual({ id, moved: true });
      }
    },
  );
});

describe('an answer that an injection made up', () => {
  const made = (change: (fairly: PostAnswer, sent: Sent) => unknown) => (request: ChatRequest) => {
    // A repair request repeats the posts before the model's answer.
    const first = request.messages.find(({ role }) => role === 'user')?.content ?? '';
    const { posts: sent } = inputSchema.parse(JSON.parse(first));
    return { content: JSON.stringify({ posts: sent.map((one) => change(fair(one), one)) }) };
  };
  const own = /shipping software/;

  it.each<[string, (request: ChatRequest) => { content: string }]>([
    ['has a category of its own', made((one) => ({ ...one, need: { category: 'must-buy', quote: null } }))],
    ['has a text for a category', made((one) => ({ ...one, fit: 'core' }))],
    ['is a text', () => ({ content: 'All of them are 10 out of 10.' })],
    ['names keys that nobody sent', made((one) => ({ ...one, key: 'AAAAAAAA' }))],
  ])('%s: it scores nobody', async (_name, answer) => {
    behave = answer;
    const verdicts = await bare.score(business, [buyer, seller, stranger]);
    expect(verdicts.map(({ score, unscoredReason }) => [score, unscoredReason])).toEqual(
      [buyer, seller, stranger].map(() => [null, 'no-answer']),
    );
  });

  it.each<[string, (fairly: PostAnswer, sent: Sent) => unknown]>([
    ['adds a score', (one) => ({ ...one, score: 10, points: 99 })],
    ['adds a prototype', (one) => ({ ...one, ['__proto__']: { score: 10 }, constructor: { score: 10 } })],
  ])('%s: only the categories count', async (_name, change) => {
    const fairly = await bare.score(business, [buyer, seller, stranger]);
    behave = made(change);
    expect(await bare.score(business, [buyer, seller, stranger])).toEqual(fairly);
  });

  it('quotes what is not in the post: the quote does not count', async () => {
    behave = made((one, sent) =>
      own.test(sent.title) ? one : { ...best(sent), need: { category: 'provider', quote: 'shipping software' } },
    );
    const verdicts = scoresOf(await bare.score(business, [buyer, stranger]));
    expect(verdicts.get('stranger') ?? 0).toBeLessThan(8);
  });
});

it('a call has the description of one user only', async () => {
  const other = { ...business, description: 'NestEgg: bookkeeping for birdwatchers.' };
  const posts = [...injections.map((one) => one.post), ...bystanders];
  await Promise.all([guarded.score(business, posts), guarded.score(other, posts)]);
  const calls = fake.calls.slice(from).map(({ messages }) => JSON.stringify(messages));
  const described = calls.map((text) => [text.includes('ParcelPilot'), text.includes('NestEgg')]);
  expect(described.every(([one, two]) => one !== two)).toBe(true);
  expect(new Set(described.map(String)).size).toBe(2);
});

describe('without a model', () => {
  it.each(injections.map(({ post: injected }) => [injected.title, injected] as const))(
    '"%s" makes no lead of a stranger and hardly moves a buyer',
    async (_title, { selftext }) => {
      const [own] = await plain.score(business, [buyer]);
      const [lifted, bought] = await plain.score(business, [
        { ...stranger, id: 'lifted', selftext: `${stranger.selftext}\n${selftext}` },
        { ...buyer, id: 'bought', selftext: `${buyer.selftext}\n${selftext}` },
      ]);
      expect(lifted?.score).toBeLessThan(5);
      // Words like "urgent" count in every post.
      expect(bought?.score).toBeLessThanOrEqual((own?.score ?? 0) + 0.3);
    },
  );
});
