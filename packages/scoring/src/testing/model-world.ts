import { openAiLlm } from '@earshot/llm/openai';
import { type ChatRequest, type FakeAnswer, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import { z } from 'zod';
import type { PostAnswer } from '../model/model-rubric.ts';
import { modelScorer, POSTS_A_CALL } from '../model/model-scorer.ts';
import { keylessScorer } from '../keyless-scorer.ts';
import type { Business, Post } from '../scorer.ts';

const sentSchema = z.object({ posts: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })) });
type Sent = z.infer<typeof sentSchema>['posts'][number];

/** The posts that the model gets in a request. A repair request repeats them. */
export function sentPosts({ messages }: ChatRequest): Sent[] {
  const data = messages.find(({ role }) => role === 'user')?.content ?? '';
  return sentSchema.parse(JSON.parse(data)).posts;
}

/** An answer of typical length: about every third post is from a buyer, the others are off-topic. */
function judge({ key, title, text }: Sent): PostAnswer {
  const quote = `${title}\n${text}`.match(/\S+(?: \S+){0,5}/)?.[0] ?? null;
  const none = { key, need: null, stage: null, fit: null, urgency: null };
  if (quote === null || title.length % 3 > 0)
    return { ...none, disqualifiers: [{ category: 'off-topic', quote: null }] };
  return { ...none, need: { category: 'provider', quote }, fit: { category: 'core', quote }, disqualifiers: [] };
}

const say = (posts: readonly object[]): FakeAnswer => ({ content: JSON.stringify({ posts }) });
/** Replaces the first answer. */
const butFirst = (posts: readonly PostAnswer[], change: (post: PostAnswer) => readonly object[]): object[] =>
  posts.flatMap((post, index) => (index === 0 ? change(post) : [post]));

/** The faults of one call. `fair` is the correct answer. */
export const faults: Readonly<Record<string, (fair: readonly PostAnswer[]) => FakeAnswer>> = {
  '429': () => ({ status: 429 }),
  '500': () => ({ status: 500 }),
  hang: () => 'hang',
  'cut JSON': (fair) => {
    const text = JSON.stringify({ posts: fair });
    return { content: text.slice(0, text.length / 2), finishReason: 'length' };
  },
  'no JSON': () => ({ content: 'I would say that the first two are good ones.' }),
  refusal: () => ({ refusal: 'I would rather not' }),
  missing: (fair) => say(fair.slice(2)),
  extra: (fair) => say([...fair, ...fair.slice(0, 1).map((post) => ({ ...post, key: 'made-up' }))]),
  'duplicate id': (fair) => say(butFirst(fair, (post) => [post, { ...post, need: null }])),
  'wrong order': (fair) => say(fair.toReversed()),
  'wrong category': (fair) => say(butFirst(fair, (post) => [{ ...post, fit: { category: 'perfect', quote: null } }])),
  'wrong type': (fair) => say(butFirst(fair, (post) => [{ ...post, need: 10 }])),
  'bad quote': (fair) =>
    say(butFirst(fair, (post) => [{ ...post, need: { category: 'provider', quote: 'nobody wrote these words' } }])),
};

export interface RunOptions {
  readonly business: Business;
  readonly posts: readonly Post[];
  /** Counts the tokens of a text. */
  readonly count: (text: string) => number;
  /** The fault of the first request of every fourth batch. */
  readonly meets?: string;
  readonly batchSize?: number;
  /** Timeout of a call; by default 25 s, as in the product. */
  readonly timeoutMs?: number;
}

/** The result of a run. `tokens` counts those of requests and answers, including requests without an answer. */
export interface RunFigures {
  readonly verdictsByPost: ReadonlyMap<string, number>;
  readonly scored: number;
  readonly provisional: number;
  readonly unscored: number;
  readonly calls: number;
  readonly tokens: number;
  readonly cached: number;
}

const FAULTY_ONE_IN = 4;

/** Scores posts as a scan does, call by call. The model is a fake on loopback that fails as configured and counts tokens. */
export async function runModel(options: RunOptions): Promise<RunFigures> {
  const { business, posts, count, meets, batchSize = POSTS_A_CALL } = options;
  const seen = new Set<string>();
  let batches = 0;
  const fake = await startFakeOpenAi(
    (request) => {
      const sent = sentPosts(request);
      const fair = sent.map(judge);
      const isFirst = sent.every(({ title }) => !seen.has(title));
      for (const { title } of sent) seen.add(title);
      const isFaulty = meets !== undefined && isFirst && batches % FAULTY_ONE_IN === 0;
      if (isFirst) batches += 1;
      return (isFaulty ? faults[meets]?.(fair) : undefined) ?? say(fair);
    },
    { count },
  );
  try {
    const llm = openAiLlm({
      apiKey: 'none',
      baseUrl: fake.baseUrl,
      log: { warn: () => undefined },
      retries: { firstWaitMs: 1 },
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    });
    const scorer = modelScorer({ llm, model: 'gpt-5-mini', batchSize, keyless: keylessScorer() });
    const verdicts = [];
    for (let start = 0; start < posts.length; start += batchSize) {
      verdicts.push(...(await scorer.score(business, posts.slice(start, start + batchSize))));
    }
    const byPost = Map.groupBy(verdicts, ({ id }) => id);
    const usage = fake.usage();
    return {
      verdictsByPost: new Map(Array.from(byPost, ([id, of]) => [id, of.length])),
      scored: verdicts.filter(({ score, provisional }) => score !== null && !provisional).length,
      provisional: verdicts.filter(({ provisional }) => provisional).length,
      unscored: verdicts.filter(({ score }) => score === null).length,
      calls: fake.calls.length,
      tokens: usage.prompt + usage.completion + usage.unanswered,
      cached: usage.cached,
    };
  } finally {
    await fake.close();
  }
}
