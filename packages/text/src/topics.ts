import { singular, stem } from './stemmer.ts';
import topics from './topics.json' with { type: 'json' };

/** Maps a word to the word that represents its topic: "golfer" to "golf". */
const same: ReadonlyMap<string, string> = new Map(Object.entries(topics.same));
/**
 * Words whose stem belongs to another topic, such as "contractor" and "contract". They keep the whole word as their
 * key.
 */
const own: ReadonlySet<string> = new Set(topics.own);

/**
 * The key of a word's topic: its stem, except for the words of `topics.json`. That file lists names of occupations,
 * short words in -ing, and words that share a stem by chance, all in the singular.
 */
export function topicOf(word: string): string {
  const one = singular(word);
  const topic = same.get(one) ?? one;
  if (own.has(topic)) return topic;
  return stem(topic === one ? word : topic);
}
