import { createHash } from 'node:crypto';
import type { Post } from './scorer.ts';

/**
 * Caches a model's answers about posts: opaque texts, by keys of everything that an answer depends on
 * (docs/decisions/0043). Any entry may be missing; neither call rejects.
 */
export interface AnswerCache {
  find(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  save(answers: ReadonlyMap<string, string>): Promise<void>;
}

/** The inputs of an answer, besides the text of the post. */
export interface AnswerTerms {
  /** The model and its server. */
  readonly model: string;
  /** Rules and business, as sent to the model. */
  readonly instruction: string;
  /** Whether the post is the only one of its call. Batch answers are never reused for single-post calls. */
  readonly alone: boolean;
}

/** A digest of everything that an answer depends on, so that another model, rule, business or text gives another key. */
export function answerKey({ model, instruction, alone }: AnswerTerms, { community, title, selftext }: Post): string {
  return createHash('sha256')
    .update(JSON.stringify([model, instruction, alone, community, title, selftext]))
    .digest('base64url');
}

/** A cache that stores nothing. */
export const noAnswerCache: AnswerCache = { find: async () => new Map(), save: async () => undefined };
