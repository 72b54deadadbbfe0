import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { readableText, readableTitle } from '@earshot/sources';
import { z } from 'zod';
import type { Post } from '@earshot/scoring';

const read = (as: (text: string) => string) => z.string().transform(as);
const schema = z
  .object({
    id: z.string(),
    subreddit: z.string(),
    title: read(readableTitle),
    selftext: read(readableText),
  })
  .transform(({ subreddit: community, ...post }) => ({ ...post, community }));

/** Reads the unlabelled posts of a gzipped JSON lines file. Rejects if the file cannot be read or a line is malformed. */
export async function readRealPosts(file: string): Promise<Post[]> {
  const text = gunzipSync(await readFile(file)).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}
