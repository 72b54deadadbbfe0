import { readFile } from 'node:fs/promises';
import { profileIn } from '@earshot/proto/http/lead';
import type { Business, Post } from '@earshot/scoring';
import { z } from 'zod';

const leadKinds = ['asks', 'complains', 'switch'] as const;
const otherKinds = ['near', 'seller', 'other', 'peer', 'random'] as const;

/** An invented business with posts that were written for it, in other words than its own. */
export interface WrittenSet {
  readonly business: Business;
  readonly posts: readonly { readonly post: Post; readonly isLead: boolean }[];
}

const line = z.object({
  key: z.string(),
  description: z.string(),
  offer: z.string(),
  audience: z.string(),
  problems: z.array(z.string()),
  alternatives: z.array(z.string()),
  posts: z.array(
    z.object({
      subreddit: z.string(),
      title: z.string(),
      selftext: z.string(),
      kind: z.enum([...leadKinds, ...otherKinds]),
    }),
  ),
});

/** Reads a file of one business a line, as `apps/lab/needs/README.md` describes it. Rejects if a line is malformed. */
export async function readWrittenSets(file: string): Promise<WrittenSet[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((text) => {
    const { key, description, posts, ...fields } = line.parse(JSON.parse(text));
    const profile = profileIn(fields);
    return {
      business: { description, ...(profile && { profile }), communities: [] },
      posts: posts.map(({ kind, subreddit: community, ...post }, at) => ({
        post: { id: `${key}-${at}`, community, ...post },
        isLead: leadKinds.some((lead) => lead === kind),
      })),
    };
  });
}
