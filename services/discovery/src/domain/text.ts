import { singular, topicOf, wordsOf as cut } from '@earshot/text';
import { z } from 'zod';
import json from './word-weights.json' with { type: 'json' };

const word = z.string().regex(/^[a-z]+$/);
/**
 * `stop`: function words and fillers. `common`: words of any trade, in the singular, which alone match nothing.
 * `ambiguous`: words with several meanings, such as "windows" and "bill", in the singular.
 */
const lists = z.strictObject({ stop: z.array(word), common: z.array(word), ambiguous: z.array(word) }).parse(json);
const stop = new Set(lists.stop);
const common = new Set(lists.common);
const ambiguous = new Set(lists.ambiguous);

/**
 * How significant a word is for a topic: 0 for function words and numbers, 0.3 for words of any trade, 1 for all
 * others.
 */
export function significanceOf(word: string): number {
  if (stop.has(word) || word.length < 2 || /^\d+$/.test(word)) return 0;
  return common.has(word) || common.has(singular(word)) ? 0.3 : 1;
}

/** Whether a word has several meanings. Alone it shows no topic; beside another significant word it does. */
export function isAmbiguous(word: string): boolean {
  return ambiguous.has(word) || ambiguous.has(singular(word));
}

export interface Word {
  readonly stem: string;
  /** The original word in lower case. */
  readonly word: string;
}

/** The words of a text in order. */
export function wordsOf(text: string): Word[] {
  return cut(text).map(({ word }) => ({ word, stem: topicOf(word) }));
}

/** Phrases such as "for ..." name the target group. */
const addressed = /\b(?:for|helps?|helping|serving|serves?|lets?|connects?)\s+([^.,;:!?()]{3,80})/gi;

/** The stems of the words with which a description names its target group. */
export function audienceWords(description: string): Set<string> {
  return new Set(
    [...description.matchAll(addressed)].flatMap(([, whom = '']) => wordsOf(whom)).map(({ stem }) => stem),
  );
}

/**
 * The words of a community's name: split at capitals and underscores, and also joined, since descriptions may write it
 * like `smallbusiness`.
 */
export function wordsOfName(name: string): Word[] {
  const apart = name.replace(/_/g, ' ').replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4');
  return wordsOf(apart === name ? name : `${apart} ${name.replace(/_/g, '')}`);
}
