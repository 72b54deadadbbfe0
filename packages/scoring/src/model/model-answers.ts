import { z } from 'zod';
import type { Post } from '../scorer.ts';
import { spanOf } from './model-parts.ts';
import { type BatchAnswer, type Judgement, judgementOf, type PostAnswer, postEntrySchema } from './model-rubric.ts';

/** The complete and valid entries of an answer, even if the rest is cut off or invalid. Null if there are none. */
export function salvageEntries(answer: string): BatchAnswer | null {
  const posts = wholeObjects(answer).flatMap((text): PostAnswer[] => {
    const entry = postEntrySchema.safeParse(jsonOf(text));
    return entry.success ? [entry.data] : [];
  });
  return posts.length === 0 ? null : { posts };
}

/** Entries are in a list, which is usually in an object. */
const ENTRY_DEPTH = 2;

/** The complete objects of the two outer levels, innermost first. */
function wholeObjects(text: string): string[] {
  const found: string[] = [];
  const starts: number[] = [];
  // Strings are matched as a whole, so that braces inside them are ignored.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') starts.push(index);
    if (token !== '}') continue;
    const start = starts.pop();
    if (start !== undefined && starts.length < ENTRY_DEPTH) found.push(text.slice(start, index + 1));
  }
  return found;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const keptQuote = z.tuple([z.enum(['title', 'selftext']), z.int().min(0), z.int().min(0)]).nullable();
const keptSchema = z.record(z.string(), z.unknown());
const keptPart = z.object({ category: z.string(), quote: keptQuote });

/**
 * Serialises an answer for the cache, with the positions of quotes instead of their words, so that it contains no text
 * of the post.
 */
export function keptAnswer(post: Post, answer: Judgement): string {
  const placed = <C extends string>({ category, quote }: { category: C; quote: string | null }) => {
    const span = spanOf(post, quote);
    return { category, quote: span && [span.field, span.start, span.end] };
  };
  const { need, stage, fit, urgency, disqualifiers } = answer;
  return JSON.stringify({
    need: placed(need),
    stage: placed(stage),
    fit: placed(fit),
    urgency: placed(urgency),
    disqualifiers: disqualifiers.map(placed),
  });
}

/** Restores the cached answer of the same post; null if it is invalid. */
export function answerFromKept(post: Post, kept: string): Judgement | null {
  const record = keptSchema.safeParse(jsonOf(kept));
  if (!record.success) return null;
  const quoted = (part: unknown): unknown => {
    const { data } = keptPart.safeParse(part);
    if (data === undefined) return part;
    const quote = data.quote && post[data.quote[0]].slice(data.quote[1], data.quote[2]);
    return { category: data.category, quote };
  };
  const parts = Object.entries(record.data).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.map(quoted) : quoted(part),
  ]);
  const entry = postEntrySchema.omit({ key: true }).safeParse(Object.fromEntries(parts));
  return entry.success ? judgementOf(entry.data) : null;
}
