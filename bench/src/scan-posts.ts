import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Post } from '@earshot/scoring';

const wantedPosts = 4_000;
const communities = 10;

const postSchema = z
  .object({ id: z.string(), subreddit: z.string(), title: z.string(), selftext: z.string() })
  .transform(({ subreddit: community, ...post }) => ({ ...post, community }));

/** Reads the posts of a `.jsonl.gz` file by community. */
export async function readCommunities(file: string): Promise<Map<string, Post[]>> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  return Map.groupBy(
    lines.map((line) => postSchema.parse(JSON.parse(line))),
    ({ community }) => community,
  );
}

/** Sorts communities by size and picks the ten consecutive ones whose post count is closest to the wanted number. */
export function chooseCommunities(all: ReadonlyMap<string, Post[]>): Map<string, Post[]> {
  const bySize = [...all].sort(([, a], [, b]) => b.length - a.length);
  const windows = bySize.map((_, n) => bySize.slice(n, n + communities)).filter((some) => some.length === communities);
  const off = (some: typeof bySize) => Math.abs(some.reduce((sum, [, posts]) => sum + posts.length, 0) - wantedPosts);
  const [best] = windows.sort((a, b) => off(a) - off(b));
  if (best === undefined || off(best) > 0.03 * wantedPosts) throw new Error('the file has no ten such communities');
  return new Map(best);
}
