import { type KeyValue, unlessAway } from '@earshot/core';
import { createHash } from 'node:crypto';
import { z } from 'zod';

const troubleCodes = ['source.not-found', 'source.refused', 'source.rate-limited', 'source.unavailable'] as const;

/** Why a feed could not be read. */
const trouble = z.object({
  code: z.enum(troubleCodes),
  details: z.object({ host: z.string(), status: z.number().optional(), reason: z.string().optional() }),
});
export type FeedTrouble = z.output<typeof trouble>;

/** What is known of a feed between two requests. */
const memory = z.object({
  /** The earliest time of the next request, in Unix milliseconds. */
  asksAt: z.number(),
  etag: z.string().nullable(),
  modified: z.string().nullable(),
  /** Until when an answer may say that nothing has changed, in Unix milliseconds. */
  validUntil: z.number(),
  /** The site's own name for it; empty before the first answer. */
  title: z.string(),
  /** How long the last answer asked to wait. */
  pauseMs: z.number(),
  /** Absent if the last request succeeded. */
  trouble: trouble.optional(),
});
export type FeedMemory = z.output<typeof memory>;

const answer = z.object({
  title: z.string(),
  posts: z.array(
    z.object({
      id: z.string(),
      community: z.string(),
      title: z.string(),
      selftext: z.string(),
      author: z.string(),
      url: z.string(),
      score: z.number(),
      comments: z.number(),
      createdAt: z.coerce.date(),
    }),
  ),
});
export type FeedAnswer = z.output<typeof answer>;

/** The last answers of feeds, shared by all processes. Without the store, nothing is remembered. */
export interface FeedMemories {
  find(address: string): Promise<FeedMemory | null>;
  save(address: string, known: FeedMemory, ttlMs: number): Promise<void>;
  /** The last answer, while no other may be asked for. */
  answer(address: string): Promise<FeedAnswer | null>;
  saveAnswer(address: string, read: FeedAnswer, ttlMs: number): Promise<void>;
  /** The feed that was found for a page. */
  feedOf(page: string): Promise<string | null>;
  saveFeedOf(page: string, feed: string, ttlMs: number): Promise<void>;
}

export function feedMemories(kv: Pick<KeyValue, 'get' | 'set'>): FeedMemories {
  const keyOf = (what: string, address: string) =>
    `feed:${what}:${createHash('sha256').update(address).digest('base64url')}`;
  const read = <T>(key: string, shape: z.ZodType<T>) =>
    unlessAway(
      async () => {
        const text = await kv.get(key);
        return text === null ? null : (shape.safeParse(JSON.parse(text)).data ?? null);
      },
      () => null,
    );
  const write = (key: string, value: unknown, ttlMs: number) =>
    unlessAway(
      () => kv.set(key, JSON.stringify(value), { ttlMs }),
      () => undefined,
    );
  return {
    find: (address) => read(keyOf('memory', address), memory),
    save: (address, known, ttlMs) => write(keyOf('memory', address), known, ttlMs),
    answer: (address) => read(keyOf('answer', address), answer),
    saveAnswer: (address, last, ttlMs) => write(keyOf('answer', address), last, ttlMs),
    feedOf: (page) => read(keyOf('page', page), z.string()),
    saveFeedOf: (page, feed, ttlMs) => write(keyOf('page', page), feed, ttlMs),
  };
}
