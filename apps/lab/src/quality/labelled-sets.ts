import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { businessProfile, profileIn } from '@earshot/proto/http/lead';
import { readableText, readableTitle } from '@earshot/sources';
import { z } from 'zod';
import type { Business, Post } from '@earshot/scoring';

/** A business with posts, each labelled by a person: 3 hot, 2 warm, 1 adjacent, 0 no lead. */
export interface LabelledSet {
  readonly key: string;
  readonly business: Business;
  readonly posts: readonly Post[];
  /** By post id; every post has one. */
  readonly labels: ReadonlyMap<string, number>;
}

/** Posts with this label or a higher one are leads. */
export const leadLabel = 2;

const businessSchema = z
  .object({ description: z.string(), subreddits: z.array(z.string()), ...businessProfile.partial().shape })
  .transform(({ description, subreddits: communities, ...fields }): Business => {
    const profile = profileIn(fields);
    return { description, ...(profile && { profile }), source: 'reddit', communities };
  });
const postSchema = z
  .object({
    id: z.string(),
    subreddit: z.string(),
    // As a source reads them.
    title: z.string().transform(readableTitle),
    selftext: z
      .string()
      .nullish()
      .transform((text) => readableText(text ?? '')),
  })
  .transform(({ subreddit: community, ...post }) => ({ ...post, community }));
const labelSchema = z.object({ id: z.string(), label: z.number().int().min(0).max(3) });

/**
 * Reads every set of a folder, sorted by key: `K.business.json`, `K.posts.jsonl`, `K.labels.jsonl`. Rejects if a file
 * is missing or malformed, or if a post has no label.
 */
export async function readLabelledSets(folder: string): Promise<LabelledSet[]> {
  const keys = (await readdir(folder))
    .filter((name) => name.endsWith('.business.json'))
    .map((name) => name.slice(0, -'.business.json'.length))
    .sort();
  return Promise.all(keys.map((key) => readSet(folder, key)));
}

async function readSet(folder: string, key: string): Promise<LabelledSet> {
  const text = (name: string) => readFile(join(folder, `${key}.${name}`), 'utf8');
  const business = businessSchema.parse(JSON.parse(await text('business.json')));
  const posts = lines(await text('posts.jsonl'), postSchema);
  const labels = new Map(lines(await text('labels.jsonl'), labelSchema).map(({ id, label }) => [id, label]));
  const unlabelled = posts.find(({ id }) => !labels.has(id));
  if (unlabelled) throw new Error(`${key}.labels.jsonl has no label for the post ${unlabelled.id}`);
  return { key, business, posts, labels };
}

function lines<T>(text: string, schema: z.ZodType<T>): T[] {
  return text
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}
