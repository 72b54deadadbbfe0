import { topicOf } from '@earshot/text';
import { z } from 'zod';
import { audienceWords, significanceOf, wordsOf } from '../text.ts';
import { categories, type Category } from './community.ts';
import json from './product-categories.json' with { type: 'json' };

/** The category of a description that matches neither a category's words nor a community. */
export const unknownCategory = 'Not recognised';

const schema = z.record(
  z.string(),
  z.strictObject({
    /** Words of products of this category, in the singular. */
    words: z.string().min(1),
    /** The categories of communities whose matches speak for this category. */
    near: z.array(z.enum(categories)),
  }),
);
const known = Object.entries(schema.parse(json)).map(([name, { words, near }]) => ({
  name,
  topics: new Set(words.split(' ').map(topicOf)),
  near: new Set<Category>(near),
}));

/** The categories of products: what a business offers, while communities have the categories of their members. */
export const productCategories: readonly string[] = known.map(({ name }) => name);

/** The words of products of a category, as topics. */
export function wordsOfCategory(name: string): ReadonlySet<string> {
  return known.find((one) => one.name === name)?.topics ?? new Set();
}

/** The weight of a common word, beside 1 for a word that names the product. */
const commonWord = 0.5;
/** Communities are chosen by their members, so they show the audience rather than the product. */
const communities = 0.5;
/** The share of a word that names the audience: a bookkeeping service for photographers is no photo product. */
const audienceShare = 0.2;
/** The first words say what the product is; the rest often lists features and customers. */
const opening = { words: 10, bonus: 0.5 } as const;

/**
 * The category of a product by the words of its description, and by the categories of the communities that suit it.
 * `near`: the share of each community category among the best matches, from 0 to 1.
 */
export function productCategoryOf(description: string, near: ReadonlyMap<Category, number>): string {
  const words = wordsOf(description).filter(({ word }) => significanceOf(word) > 0);
  const audience = audienceWords(description);
  const worth = new Map<string, number>();
  for (const [at, { word, stem }] of words.entries()) {
    const base = (significanceOf(word) < 1 ? commonWord : 1) + (at < opening.words ? opening.bonus : 0);
    if (!worth.has(stem)) worth.set(stem, base * (audience.has(stem) ? audienceShare : 1));
  }
  let best = { name: unknownCategory, score: 0 };
  for (const one of known) {
    let score = 0;
    for (const topic of one.topics) score += worth.get(topic) ?? 0;
    for (const category of one.near) score += communities * (near.get(category) ?? 0);
    if (score > best.score) best = { name: one.name, score };
  }
  return best.name;
}
