import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { Post } from '@earshot/scoring';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

const postSchema = z
  .object({
    id: z.union([z.string().min(1), z.number().transform(String)]),
    subreddit: text,
    title: text,
    selftext: text,
  })
  .transform(({ subreddit: community, ...post }) => ({ ...post, community }));

export type ReadLine = { readonly post: Post } | { readonly line: number; readonly fault: string };

/**
 * Reads the posts of a JSON lines file one at a time, with lines counted from 1. A malformed line is returned as a
 * fault, not thrown, and empty lines are skipped. Fields other than the id may be missing. Throws the system error if
 * the file cannot be read.
 */
export async function* readPosts(file: string): AsyncGenerator<ReadLine> {
  const input = createReadStream(file, 'utf8');
  let line = 0;
  for await (const raw of linesOf(input)) {
    line += 1;
    const content = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (content.trim() !== '') yield readLine(content, line);
  }
}

/** Splits at LF or CR LF. readline would also split at U+2028, which JSON allows inside a string. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  yield rest;
}

function readLine(content: string, line: number): ReadLine {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return { line, fault: 'not JSON' };
  }
  const parsed = postSchema.safeParse(json);
  if (parsed.success) return { post: parsed.data };
  const [issue] = parsed.error.issues;
  return { line, fault: `${issue?.path.join('.') || 'post'}: ${issue?.message ?? 'invalid'}` };
}
