import { singular, stem } from './stemmer.ts';
import topics from './topics.json' with { type: 'json' };

/** A word and one that stands for its topic: "golfer" and "golf". */
const same: ReadonlyMap<string, string> = new Map(Object.entries(topics.same));
/** Words whose stem is another topic's: a contractor is no contract. */
const own: ReadonlySet<string> = new Set(topics.own);

/**
 * The key of a word's topic: its stem, except for the words of `topics.json`. These are people named by what they do, short
 * words in -ing, and words that share a stem by chance; the file holds them in the singular.
 */
export function topicOf(word: string): string {
  const one = singular(word);
  const topic = same.get(one) ?? one;
  if (own.has(topic)) return topic;
  return stem(topic === one ? word : topic);
}
