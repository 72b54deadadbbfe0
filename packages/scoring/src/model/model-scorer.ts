import { identityOf, isModelAway, type Llm, LlmError } from '@earshot/llm';
import { inTurns } from '@earshot/core';
import { randomBytes } from 'node:crypto';
import { type AnswerCache, answerKey, noAnswerCache } from '../answer-cache.ts';
import { withKind } from '../kind-part.ts';
import { matchReasonOf } from '../reason.ts';
import { type Post, relevanceOf, scoreOf, type Scorer, type UnscoredReason, type Verdict } from '../scorer.ts';
import { answerFromKept, keptAnswer, salvageEntries } from './model-answers.ts';
import { badQuotes, partsOfAnswer } from './model-parts.ts';
import {
  batchAnswerSchema,
  batchInput,
  type Judgement,
  judgementOf,
  RUBRIC_VERSION,
  systemPrompt,
} from './model-rubric.ts';

export interface ModelScorerOptions {
  readonly llm: Llm;
  /** The user's scoring model, as the provider names it. */
  readonly model: string;
  /** Posts per call. */
  readonly batchSize?: number;
  /** Gives provisional scores while the model is unavailable. Without it the call rejects. */
  readonly keyless?: Scorer;
  readonly cache?: AnswerCache;
}

/** The rules have as many tokens as four posts, so larger batches cost less per post. */
export const POSTS_A_CALL = 25;
/** These models have a context of 8,192 tokens, which holds the rules, `POSTS_A_SMALL_CALL` long posts and their answers. */
const SMALL_MODEL = /^gpt-4(?:-0613)?$/;
const POSTS_A_SMALL_CALL = 12;

/** The result for a post so far. `missing`: the call succeeded, but had no usable answer for the post. */
type Finding = Judgement | UnscoredReason | 'missing' | 'away';
type Findings = Map<Post, Finding>;
type Ask = (posts: readonly Post[]) => Promise<Findings>;

/**
 * Scores with a language model that only names closed categories and quotes; code checks both and sums the points.
 * Posts with a missing, duplicate or misquoted answer are sent once more, together, and posts of a refused call once
 * more in halves (docs/decisions/0045). After that, missing and refused posts are unscored, and wrong quotes count for
 * nothing. Cached answers cost no call.
 */
export function modelScorer(options: ModelScorerOptions): Scorer {
  const { llm, model, keyless, cache = noAnswerCache } = options;
  const { batchSize = SMALL_MODEL.test(model) ? POSTS_A_SMALL_CALL : POSTS_A_CALL } = options;
  const identity = identityOf(llm, model);
  const version = `${RUBRIC_VERSION}/${identity}`;
  return {
    version,
    score: async (business, posts, signal) => {
      signal?.throwIfAborted();
      const system = systemPrompt(business);
      const alone = posts.length === 1;
      const keyOf = (post: Post, given = alone) =>
        answerKey({ model: identity, instruction: system, alone: given }, post);
      // Answers of single-post calls are reused in batches, but not the reverse.
      const known = await answersKept(cache, posts, (post) =>
        alone ? [keyOf(post)] : [keyOf(post, true), keyOf(post)],
      );
      const unknown = posts.filter((post) => !known.has(post));
      const ask: Ask = (wanted) => askModel({ llm, model, system, posts: wanted, signal, mayBeAway: !!keyless });
      const found = await findings(unknown, batchSize, ask);
      await cache.save(answersToKeep(found, (post) => keyOf(post)));
      const away = posts.filter((post) => found.get(post) === 'away');
      const meanwhile = keyless && away.length > 0 ? await keyless.score(business, away, signal) : [];
      const provisional = new Map(away.map((post, at) => [post, meanwhile[at]]));
      const verdicts: Verdict[] = [];
      const turn = inTurns();
      for (const post of posts) {
        const instead = provisional.get(post);
        const finding = known.get(post) ?? found.get(post) ?? 'missing';
        verdicts.push(instead ? { ...instead, provisional: true } : verdictOf(post, finding, version));
        await turn();
      }
      return verdicts;
    },
  };
}

/** Splits posts into batches of at most `size`. */
function batchesOf(posts: readonly Post[], size: number): (readonly Post[])[] {
  return Array.from({ length: Math.ceil(posts.length / size) }, (_, n) => posts.slice(n * size, (n + 1) * size));
}

async function findings(posts: readonly Post[], size: number, ask: Ask): Promise<Findings> {
  const found: Findings = new Map();
  const refused: Post[] = [];
  for (const batch of batchesOf(posts, size)) {
    const answers = await ask(batch);
    for (const [post, finding] of answers) found.set(post, finding);
    // A single post may have caused the refusal. In halves, at least one half succeeds.
    if (batch.length > 1) refused.push(...batch.filter((post) => answers.get(post) === 'refused'));
  }
  const again = posts.filter((post) => wantsRepair(post, found.get(post)));
  for (const batch of [...batchesOf(again, size), ...batchesOf(refused, Math.ceil(size / 2))]) {
    for (const [post, finding] of await ask(batch)) found.set(post, better(post, found.get(post), finding));
  }
  return found;
}

function wantsRepair(post: Post, finding: Finding | undefined): boolean {
  return typeof finding === 'object' ? badQuotes(post, finding) > 0 : finding === 'missing';
}

/** Keeps a usable first answer, unless the second one is usable and has no more wrong quotes. */
function better(post: Post, first: Finding | undefined, second: Finding): Finding {
  if (typeof first !== 'object') return second;
  return typeof second === 'object' && badQuotes(post, second) <= badQuotes(post, first) ? second : first;
}

async function askModel(request: {
  llm: Llm;
  model: string;
  system: string;
  posts: readonly Post[];
  signal: AbortSignal | undefined;
  mayBeAway: boolean;
}): Promise<Findings> {
  const { posts, signal } = request;
  const all = (finding: Finding): Findings => new Map(posts.map((post) => [post, finding]));
  signal?.throwIfAborted();
  const keyed = posts.map((post) => ({ key: randomBytes(6).toString('base64url'), post }));
  try {
    const { value } = await request.llm.complete({
      model: request.model,
      system: request.system,
      input: batchInput(keyed),
      schema: batchAnswerSchema,
      schemaName: 'post_judgements',
      salvage: salvageEntries,
      ...(signal ? { signal } : {}),
    });
    const entries = Map.groupBy(value.posts, ({ key }) => key);
    return new Map(
      keyed.map(({ key, post }) => {
        const [only, ...others] = entries.get(key) ?? [];
        return [post, only && others.length === 0 ? judgementOf(only) : 'missing'];
      }),
    );
  } catch (error) {
    if (!(error instanceof LlmError)) throw error;
    if (error.reason === 'malformed') return all('no-answer');
    if (error.reason === 'refused') return all('refused');
    if (request.mayBeAway && isModelAway(error)) return all('away');
    throw error;
  }
}

/** `keysOf` gives the cache keys of a post, the preferred one first. */
async function answersKept(
  cache: AnswerCache,
  posts: readonly Post[],
  keysOf: (post: Post) => readonly string[],
): Promise<Map<Post, Judgement>> {
  const cached = posts.length === 0 ? new Map<string, string>() : await cache.find(posts.flatMap(keysOf));
  return new Map(
    posts.flatMap((post): [Post, Judgement][] => {
      const text = keysOf(post)
        .map((key) => cached.get(key))
        .find((found) => found !== undefined);
      const answer = text === undefined ? null : answerFromKept(post, text);
      return answer === null ? [] : [[post, answer]];
    }),
  );
}

function answersToKeep(found: Findings, keyOf: (post: Post) => string): Map<string, string> {
  return new Map(
    Array.from(found).flatMap(([post, finding]) =>
      typeof finding === 'object' ? [[keyOf(post), keptAnswer(post, finding)]] : [],
    ),
  );
}

const UNSCORED_WORDS: Record<UnscoredReason, string> = {
  'no-answer': 'Not scored yet: the model gave no usable answer for this post.',
  refused: 'Not scored yet: the model would not judge this post.',
  held: 'Not scored: the text seems to give the model instructions. Read it yourself.',
};

function verdictOf(post: Post, finding: Finding, version: string): Verdict {
  if (typeof finding !== 'object') {
    const reason = finding === 'missing' || finding === 'away' ? 'no-answer' : finding;
    return {
      id: post.id,
      score: null,
      relevance: relevanceOf(null),
      matchReason: UNSCORED_WORDS[reason],
      parts: [],
      scorerVersion: version,
      unscoredReason: reason,
    };
  }
  const parts = withKind(post, partsOfAnswer(post, finding));
  const score = scoreOf(parts);
  return {
    id: post.id,
    score,
    relevance: relevanceOf(score),
    matchReason: matchReasonOf(parts, post),
    parts,
    scorerVersion: version,
  };
}
