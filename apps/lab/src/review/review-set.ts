import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BusinessFacts, type DraftRequest, manners } from '@earshot/drafting';
import { businessProfile, profileIn } from '@earshot/proto/http/lead';
import { z } from 'zod';

/** A post for a business of the review set, with the kind of message that is drafted. */
export interface ReviewItem {
  readonly id: string;
  readonly request: DraftRequest;
  /** Whether a draft should be written: the post is by somebody whom the business can help. */
  readonly isRight: boolean;
}

const folder = join(import.meta.dirname, '../../drafts');

const businessSchema = z.object({
  description: z.string(),
  profile: businessProfile.partial(),
  draftFacts: z.array(z.string()),
  closingLine: z.string(),
});
const postSchema = z.object({
  id: z.string(),
  business: z.string(),
  right: z.boolean(),
  title: z.string(),
  content: z.string(),
});

/** The 12 businesses of the review set. No other set has them. */
async function reviewBusinesses(): Promise<Map<string, BusinessFacts>> {
  const text = await readFile(join(folder, 'businesses.json'), 'utf8');
  const found = z.record(z.string(), businessSchema).parse(JSON.parse(text));
  return new Map(
    Object.entries(found).map(([key, { profile: fields, ...business }]) => {
      const profile = profileIn(fields);
      return [key, { ...business, ...(profile && { profile }) }];
    }),
  );
}

/**
 * The 90 posts of the review set, which we wrote, in an order that does not tell which ones are right. Every kind of
 * message occurs.
 */
export async function reviewItems(): Promise<ReviewItem[]> {
  const businesses = await reviewBusinesses();
  const lines = (await readFile(join(folder, 'posts.jsonl'), 'utf8')).trim().split('\n');
  const items = lines.map((line, index) => {
    const { id, business: key, right: isRight, title, content } = postSchema.parse(JSON.parse(line));
    const [business, manner] = [businesses.get(key), manners[(index * 7) % manners.length]];
    if (business === undefined || manner === undefined) throw new Error(`there is no business ${key}`);
    const lead = {
      title,
      content,
      author: 'Robin',
      community: 'askaround',
      communityLabel: 'r/askaround',
      matchReason: '',
    };
    return { id, isRight, request: { business, lead, ...manner } };
  });
  return mixed(items);
}

/** Takes every 37th item in turn: 37 and 90 have no common divisor, so each is taken once. */
function mixed<T>(items: readonly T[]): T[] {
  return items.flatMap((_item, index) => items.slice((index * 37) % items.length, ((index * 37) % items.length) + 1));
}
