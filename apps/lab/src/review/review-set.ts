import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { businessProfile, profileIn } from '@earshot/proto/http/lead';
import type { DraftVariant } from '@earshot/proto/values';
import { draftVariants, messageLengths, messageTypes, tones } from '@earshot/proto/values';
import { communityLabel, sourceOfOldData } from '@earshot/sources';
import { z } from 'zod';
import type { DraftRequest } from '@earshot/drafting';
import { businesses, ownPosts } from './own-posts.ts';

/** A post and a business of the review set, with the kind of draft that is written for them. */
export interface ReviewItem {
  readonly id: string;
  readonly request: DraftRequest;
  readonly variant: DraftVariant;
}

/** Every combination of type, tone and length: 24. */
export const manners = messageTypes.flatMap((messageType) =>
  tones.flatMap((tone) => messageLengths.map((length) => ({ messageType, tone, length }))),
);

/** Over 72 items, each manner comes with each approach. */
function itemOf(id: string, index: number, facts: Pick<DraftRequest, 'business' | 'lead'>): ReviewItem {
  const manner = manners[index % manners.length];
  const variant = draftVariants[Math.floor((index * 2) / manners.length) % draftVariants.length];
  if (manner === undefined || variant === undefined) throw new Error('there are no manners');
  return { id, variant, request: { ...facts, ...manner } };
}

function namesOf(subreddit: string) {
  return { author: 'Robin', subreddit, communityLabel: communityLabel(sourceOfOldData, subreddit) };
}

/** The 30 posts that were written for the set. */
export function ownItems(): ReviewItem[] {
  return Object.entries(ownPosts).map(([id, { business, title, content }], index) => {
    const lead = { title, content, ...namesOf('askaround'), matchReason: '' };
    return itemOf(id, index, { business: businesses[business], lead });
  });
}

const borrowedSchema = z.record(z.string(), z.array(z.string()));
const businessSchema = z.object({ description: z.string(), ...businessProfile.partial().shape });
const postSchema = z.object({
  id: z.string(),
  subreddit: z.string(),
  title: z.string(),
  selftext: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
});

/** The keys of the labelled sets with the ids of the posts that the review set borrows from each: 90 posts. */
export async function borrowedPosts(): Promise<Record<string, string[]>> {
  return borrowedSchema.parse(JSON.parse(await readFile(join(import.meta.dirname, 'borrowed-posts.json'), 'utf8')));
}

/**
 * The borrowed posts of one labelled set, which the folder has as `KEY.business.json` and `KEY.posts.jsonl`. `from` is the
 * number of items before these. Rejects if a file or a post is missing.
 */
export async function borrowedItems(
  folder: string,
  key: string,
  ids: readonly string[],
  from: number,
): Promise<ReviewItem[]> {
  const read = (name: string) => readFile(join(folder, `${key}.${name}`), 'utf8');
  const { description, ...fields } = businessSchema.parse(JSON.parse(await read('business.json')));
  const profile = profileIn(fields);
  const business = { description, ...(profile && { profile }) };
  const lines = (await read('posts.jsonl')).trim().split('\n');
  const posts = new Map(lines.map((line) => postSchema.parse(JSON.parse(line))).map((post) => [post.id, post]));
  return ids.map((id, index) => {
    const post = posts.get(id);
    if (post === undefined) throw new Error(`${key}.posts.jsonl has no post ${id}`);
    const { title, selftext: content, subreddit } = post;
    const lead = { title, content, ...namesOf(subreddit), matchReason: '' };
    return itemOf(`${key}/${id}`, from + index, { business, lead });
  });
}
