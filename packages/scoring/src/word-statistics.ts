import { z } from 'zod';
import json from './word-statistics.json' with { type: 'json' };

/**
 * `words` are stems, `holders` the number of posts with each of them. `vectors` is base64: `size` signed bytes per word,
 * in the order of `words`.
 */
const schema = z.strictObject({
  source: z.string(),
  posts: z.number().int().positive(),
  size: z.number().int().positive(),
  words: z.string().transform((text) => text.split(' ')),
  holders: z
    .string()
    .regex(/^\d+(?: \d+)*$/)
    .transform((text) => text.split(' ').map(Number)),
  vectors: z.base64(),
});

/** What the posts of the data file show about words: how rare each is, and which ones are used alike. */
export interface WordStatistics {
  /** 0 for a word of every seventh post or more, about 1 for one of the rarest. */
  rarity(stem: string): number;
  /** The inverse document frequency of BM25. */
  informationOf(stem: string): number;
  /** How alike two words are used: 1 for the same word, 0 for unrelated or unknown ones. */
  likeness(one: string, other: string): number;
}

/** Number of posts assumed for a word that the data file does not list. */
const UNLISTED = 4;
/** The information below which a word says nothing about a topic, and the range above it that gives a rarity of 1. */
const LEAST_INFORMATION = 2;
const RANGE = 7;

let statistics: WordStatistics | undefined;

/** Built once per process, on first use. */
export function wordStatistics(): WordStatistics {
  statistics ??= readStatistics();
  return statistics;
}

function readStatistics(): WordStatistics {
  const { posts, size, words, holders, vectors } = schema.parse(json);
  const indexes = new Map(words.map((word, index) => [word, index]));
  const bytes = new Int8Array(Buffer.from(vectors, 'base64'));
  const unit = unitVectors(bytes, size);
  const informationOf = (stem: string): number => {
    const index = indexes.get(stem);
    const count = index === undefined ? UNLISTED : (holders[index] ?? UNLISTED);
    return Math.log(1 + (posts - count + 0.5) / (count + 0.5));
  };
  return {
    informationOf,
    rarity: (stem) => Math.max(0, (informationOf(stem) - LEAST_INFORMATION) / RANGE),
    likeness: (one, other) => {
      if (one === other) return 1;
      const [first, second] = [indexes.get(one), indexes.get(other)];
      if (first === undefined || second === undefined) return 0;
      let sum = 0;
      for (let at = 0; at < size; at += 1) sum += (unit[first * size + at] ?? 0) * (unit[second * size + at] ?? 0);
      return Math.max(0, sum);
    },
  };
}

function unitVectors(bytes: Int8Array, size: number): Float32Array {
  const unit = new Float32Array(bytes.length);
  for (let start = 0; start < bytes.length; start += size) {
    const length = Math.hypot(...bytes.subarray(start, start + size)) || 1;
    for (let at = start; at < start + size; at += 1) unit[at] = (bytes[at] ?? 0) / length;
  }
  return unit;
}
