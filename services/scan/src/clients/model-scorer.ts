import { randomBytes } from 'node:crypto';
import { LlmError } from '@earshot/platform/llm';
import type { Llm } from '@earshot/platform/llm';
import { matchReasonOf } from '../domain/scoring/reason.ts';
import { relevanceOf, scoreOf } from '../domain/scoring/scorer.ts';
import type { Business, Post, Scorer, ScorePart, Verdict } from '../domain/scoring/scorer.ts';
import { badQuotes, partsOfAnswer } from './model-parts.ts';
import { RUBRIC_VERSION, batchAnswerSchema, batchInput, systemPrompt } from './model-rubric.ts';
import type { PostAnswer } from './model-rubric.ts';

export interface ModelScorerOptions {
  readonly llm: Llm;
  /** The user's scoring model, as the provider names it. */
  readonly model: string;
  /** Posts a call. */
  readonly batchSize?: number;
}

/**
 * Scores by a language model that only names closed categories and quotes; code checks both and sums the points. Posts whose
 * answer is missing, doubled or misquoted are asked again once, together; what is then still missing is unscored, what is
 * still misquoted counts for nothing. A batch whose answer stays malformed or is refused is unscored.
 */
export function modelScorer({ llm, model, batchSize = 15 }: ModelScorerOptions): Scorer {
  const version = `${RUBRIC_VERSION}/${model}`;
  return {
    version,
    score: async (business, posts, signal) => {
      const verdicts = new Map<Post, Verdict>();
      for (const batch of batchesOf(posts, batchSize)) {
        signal?.throwIfAborted();
        const ask = (wanted: readonly Post[]) => askModel({ llm, model, business, posts: wanted, signal });
        const answers = await answersFor(batch, ask);
        for (const post of batch) verdicts.set(post, verdictOf(post, answers.get(post), version));
      }
      return posts.map((post) => verdicts.get(post) ?? verdictOf(post, undefined, version));
    },
  };
}

/** Which posts are sent together: each post in one batch; the batches may be in any order. */
function batchesOf(posts: readonly Post[], size: number): (readonly Post[])[] {
  return Array.from({ length: Math.ceil(posts.length / size) }, (_, n) => posts.slice(n * size, (n + 1) * size));
}

type Answers = Map<Post, PostAnswer>;

async function answersFor(batch: readonly Post[], ask: (posts: readonly Post[]) => Promise<Answers>): Promise<Answers> {
  const first = await ask(batch);
  const again = batch.filter((post) => {
    const answer = first.get(post);
    return answer === undefined || badQuotes(post, answer) > 0;
  });
  // Nothing usable at all was a failed call, which had its own repair already.
  if (again.length === 0 || first.size === 0) return first;
  try {
    return new Map([...first, ...(await ask(again))]);
  } catch (error) {
    // What the first answer gave is paid for and good, even if the provider is away by now.
    if (error instanceof LlmError) return first;
    throw error;
  }
}

async function askModel(request: {
  llm: Llm;
  model: string;
  business: Business;
  posts: readonly Post[];
  signal: AbortSignal | undefined;
}): Promise<Answers> {
  const keyed = request.posts.map((post) => ({ key: randomBytes(6).toString('base64url'), post }));
  try {
    const { value } = await request.llm.complete({
      model: request.model,
      system: systemPrompt(request.business),
      input: batchInput(keyed),
      schema: batchAnswerSchema,
      schemaName: 'post_judgements',
      ...(request.signal ? { signal: request.signal } : {}),
    });
    return new Map(
      keyed.flatMap(({ key, post }) => {
        const given = value.posts.filter((answer) => answer.key === key);
        const [only] = given;
        return only && given.length === 1 ? [[post, only] as const] : [];
      }),
    );
  } catch (error) {
    if (error instanceof LlmError && (error.reason === 'malformed' || error.reason === 'refused')) return new Map();
    throw error;
  }
}

function verdictOf(post: Post, answer: PostAnswer | undefined, version: string): Verdict {
  if (!answer) {
    return {
      id: post.id,
      score: null,
      relevance: relevanceOf(null),
      matchReason: 'Not scored yet: the model gave no usable answer for this post.',
      parts: [],
      scorerVersion: version,
      unscoredReason: 'no-answer',
    };
  }
  const parts: ScorePart[] = partsOfAnswer(post, answer);
  const score = scoreOf(parts);
  return {
    id: post.id,
    score,
    relevance: relevanceOf(score),
    matchReason: matchReasonOf(parts),
    parts,
    scorerVersion: version,
  };
}
