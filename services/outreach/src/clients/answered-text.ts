import type { Sources } from '@earshot/sources';
import type { ReadAnsweredText } from '../domain/generate-message.ts';
import { readOrNull } from './read-or-null.ts';

export interface AnsweredTextDependencies {
  readonly sources: Pick<Sources, 'get'>;
  readonly warn: (facts: object, message: string) => void;
}

/** Reads the text that a post answers, where its source has comments. It is not cached, so a deleted text is not kept. */
export function answeredText({ sources, warn }: AnsweredTextDependencies): ReadAnsweredText {
  return ({ source, postId }, signal) =>
    readOrNull(async (until) => (await sources.get(source).read.parentText?.(postId, until)) ?? null, {
      signal,
      failed: (err) => warn({ source, err }, 'the text that a post answers could not be read'),
    });
}
