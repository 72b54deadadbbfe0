import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { authorOf } from '../domain/authors.ts';
import { isCommunityName } from '../domain/fullname.ts';
import { unescapeAngles } from '../domain/markup.ts';
import type { SeedPost, SeedText } from './seed.ts';

const count = z.coerce.number().int().catch(0);
const flag = z.boolean().nullish().catch(false);

/** One line of a posts file with the site's field names. Only id, subreddit and title are required. */
const postLine = z.object({
  id: z
    .string()
    .regex(/^(t3_)?[0-9a-zA-Z]{1,13}$/, 'must be a base-36 post id')
    .transform((id) => id.toLowerCase().replace(/^t3_/, '')),
  subreddit: z.string().refine(isCommunityName, 'must be a community name'),
  title: z.string().min(1),
  selftext: z.string().nullish(),
  author: z.string().nullish(),
  score: count,
  num_comments: count,
  created_utc: z.coerce.number().positive(),
  link_flair_text: z.string().nullish().catch(null),
  over_18: flag,
  is_self: flag,
  url: z.string().nullish().catch(null),
});

export interface ReadPost {
  /** Counted from 1. */
  line: number;
  text: SeedText;
  post: SeedPost;
}

/** The place and the description of a problem, for the person who wrote the file. */
export interface BadLine {
  line: number;
  reason: string;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function parseLine(line: string): Omit<ReadPost, 'line'> | string {
  const json = parseJson(line);
  if (json === undefined) return 'is not JSON';
  const parsed = postLine.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join('.') ?? '';
    return where === '' ? 'is not a post object' : `field ${where}: ${issue?.message ?? 'is wrong'}`;
  }
  const post = parsed.data;
  const isLink = post.is_self === false && post.url !== null && post.url !== undefined && post.url !== '';
  return {
    text: {
      community: post.subreddit,
      title: unescapeAngles(post.title),
      selftext: unescapeAngles(post.selftext ?? ''),
      flair: post.link_flair_text ?? null,
      url: isLink ? (post.url ?? null) : null,
      over18: post.over_18 === true,
      author: post.author ?? authorOf(post.id),
      reserve: null,
    },
    post: { id: post.id, score: post.score, numComments: post.num_comments, createdAt: Math.floor(post.created_utc) },
  };
}

/** In characters. A post has at most 40,000, so a much longer line is no post and must not fill the memory. */
const LONGEST_LINE = 2_000_000;

/**
 * Splits lines at LF only. readline would also split at U+2028, which JSON allows within a text. Yields null for a line
 * that is too long.
 */
async function* linesOf(chunks: AsyncIterable<unknown>): AsyncGenerator<string | null> {
  const decoder = new StringDecoder('utf8');
  let open = '';
  let overlong = false;
  for await (const chunk of chunks) {
    const parts = (Buffer.isBuffer(chunk) ? decoder.write(chunk) : String(chunk)).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      yield overlong ? null : open + part;
      open = '';
      overlong = false;
    }
    overlong ||= open.length + last.length > LONGEST_LINE;
    open = overlong ? '' : open + last;
  }
  if (overlong || open !== '') yield overlong ? null : open;
}

/**
 * Streams a `.jsonl` or `.jsonl.gz` file post by post, in file order. Passes malformed lines to `onBad` and skips them.
 */
export async function* readPosts(file: string, onBad: (bad: BadLine) => void): AsyncGenerator<ReadPost> {
  const raw = createReadStream(file);
  // pipeline requires the callback. An error reaches the reader through the last stream.
  const bytes = file.endsWith('.gz') ? pipeline(raw, createGunzip(), () => undefined) : raw;
  let number = 0;
  for await (const text of linesOf(bytes)) {
    number += 1;
    const line = number === 1 ? text?.replace(/^\uFEFF/, '') : text;
    if (line?.trim() === '') continue;
    const parsed = typeof line === 'string' ? parseLine(line) : 'is too long';
    if (typeof parsed === 'string') onBad({ line: number, reason: parsed });
    else yield { line: number, ...parsed };
  }
}
