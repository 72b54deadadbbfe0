import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Post } from '../scorer.ts';

const samples = new URL('../../../../apps/sandbox/src/samples/', import.meta.url);
const sampleSchema = z.object({
  name: z.string(),
  posts: z.array(z.object({ title: z.string(), selftext: z.string() })),
});

/**
 * Sandbox posts, extended to the length of real posts. Sandbox posts are a fifth as long (50 tokens; 250 in
 * ../shared/eval), so each gets the texts of the five after it.
 */
export function longPosts(most: number): Post[] {
  const all = readdirSync(samples).flatMap((file) => {
    const { name, posts } = sampleSchema.parse(JSON.parse(readFileSync(new URL(file, samples), 'utf8')));
    return posts.map((post) => ({ ...post, community: name }));
  });
  return all.slice(0, most).map(({ title, community }, n) => {
    const texts = [0, 1, 2, 3, 4, 5].map((step) => all[(n + step) % all.length]?.selftext ?? '');
    return { id: `post-${n}`, title: `${title} (${n})`, selftext: texts.join('\n\n'), community };
  });
}
