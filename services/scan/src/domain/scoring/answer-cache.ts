import { createHash } from 'node:crypto';
import type { Post } from './scorer.ts';

/**
 * What a model said of posts, so that it is not asked the same twice: opaque texts by keys of all that the answer depends on.
 * It may forget anything; neither call rejects.
 */
export interface AnswerCache {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  save(answers: ReadonlyMap<string, string>): Promise<void>;
}

/** What an answer depends on, beside the post's own words. */
export interface AnswerTerms {
  readonly model: string;
  /** Rules and business, as they are sent. */
  readonly instruction: string;
  /** An answer given in company must never serve where a post is asked about without neighbours. */
  readonly alone: boolean;
}

/** A digest of all that an answer depends on: another model, rule, business or word is another key. */
export function answerKey({ model, instruction, alone }: AnswerTerms, { subreddit, title, selftext }: Post): string {
  return createHash('sha256')
    .update(JSON.stringify([model, instruction, alone, subreddit, title, selftext]))
    .digest('base64url');
}

/** Where nothing is kept. */
export const noAnswerCache: AnswerCache = { find: async () => new Map(), save: async () => undefined };
