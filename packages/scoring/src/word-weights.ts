import { stem } from '@earshot/text';
import { z } from 'zod';
import json from './word-weights.json' with { type: 'json' };

const words = z.array(z.string().regex(/^[a-z]+$/));
/** `stop`: function words. `generic`: words that every trade uses. */
const lists = z.strictObject({ stop: words, generic: words }).parse(json);

const stop = new Set(lists.stop.map(stem));
const generic = new Set(lists.generic.map(stem));
const GENERIC_WEIGHT = 0.25;

/**
 * How specific a stem is to a topic. No corpus is counted, because a post must get the same score in any batch. 0 for
 * function words and numbers, 0.25 for words of every trade, 1 for the rest.
 */
export function weigh(key: string): number {
  if (stop.has(key) || key.length < 2 || /^\d+$/.test(key)) return 0;
  return generic.has(key) ? GENERIC_WEIGHT : 1;
}
