import { cosine } from '@earshot/encoder';
import { z } from 'zod';
import { topicOf } from '@earshot/text';
import { significanceOf, wordsOf } from '../text.ts';
import { unknownCategory, wordsOfCategory } from './product-category.ts';
import json from './category-vectors.json' with { type: 'json' };

/** The middle of the vectors of our own examples of each category (`npm run lab -- roles`). */
const schema = z.strictObject({ encoder: z.string(), categories: z.record(z.string(), z.base64()) });
const learned = schema.parse(json);
/** The version of the encoder for which the vectors were made. */
export const categoriesMadeFor = learned.encoder;
const middles = Object.entries(learned.categories).map(([name, vector]) => ({
  name,
  vector: new Int8Array(Buffer.from(vector, 'base64')),
}));

/** The share of the first sentences beside the offer, and what a word of the category in the offer is worth. */
const beginning = 0.6;
const sharedWord = 0.05;
/** Less than this is near to nothing. */
const least = 0.3;

/** The category that is nearest to what is offered. */
export function categoryByMeaning(offer: string, vectors: { offer: Int8Array; beginning: Int8Array }): string {
  const topics = new Set(wordsOf(offer).flatMap(({ word }) => (significanceOf(word) > 0 ? [topicOf(word)] : [])));
  let best = { name: unknownCategory, near: least };
  for (const { name, vector } of middles) {
    const words = [...wordsOfCategory(name)].filter((topic) => topics.has(topic)).length;
    const near = cosine(vectors.offer, vector) + beginning * cosine(vectors.beginning, vector) + sharedWord * words;
    if (near > best.near) best = { name, near };
  }
  return best.name;
}
