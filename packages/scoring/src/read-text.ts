import type { Post } from './scorer.ts';

/** Characters of a title that are read. The sites allow at most as many; a text from elsewhere is cut. */
export const TITLE_READ = 300;
/** Of longer texts a model reads only the beginning and the end: authors begin with the topic and end with their question. */
const BEGINNING_READ = 1100;
const END_READ = 400;

/**
 * The part of a post that a model reads. What is cut away cannot address it either, so the search for such texts reads the
 * same part: its cost is bounded for any post.
 */
export function readByModel({ title, selftext }: Pick<Post, 'title' | 'selftext'>): { title: string; text: string } {
  const isShort = selftext.length <= BEGINNING_READ + END_READ;
  const text = isShort ? selftext : `${selftext.slice(0, BEGINNING_READ)} [...] ${selftext.slice(-END_READ)}`;
  return { title: title.slice(0, TITLE_READ), text };
}
