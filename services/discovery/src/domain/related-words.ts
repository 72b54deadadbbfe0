import { topicOf } from '@earshot/text';
import { z } from 'zod';
import type { Word } from './text.ts';
import json from './related-words.json' with { type: 'json' };

/** Maps a word to the words for the subjects around it: who has to do with it, and what it is a part of. */
const related = z.record(z.string().regex(/^[a-z0-9]+$/), z.string().min(1)).parse(json);
const byTopic = new Map<string, Word[]>();
for (const [word, others] of Object.entries(related)) {
  const words = others.split(' ').map((other) => ({ word: other, stem: topicOf(other) }));
  byTopic.set(topicOf(word), [...(byTopic.get(topicOf(word)) ?? []), ...words]);
}

/** The words related to a word, in any of its forms; none for most words. */
export function relatedTo(word: string): readonly Word[] {
  return byTopic.get(topicOf(word)) ?? [];
}
