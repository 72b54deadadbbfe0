import { z } from 'zod';
import { AppError } from '@earshot/core';
import type { CommentTrace, SendReply } from '../account-site.ts';
import { secondsToWait } from './budget.ts';
import type { SiteAnswer } from '../site-request.ts';
import { listing } from './shapes.ts';

const written = z.object({
  json: z.object({
    errors: z.array(z.array(z.unknown()).min(1)).default([]),
    ratelimit: z.number().min(0).nullish(),
    data: z.unknown().optional(),
  }),
});
const made = z.object({
  things: z.array(z.object({ data: z.object({ name: z.string().nullish(), id: z.string().nullish() }) })).min(1),
});

/** Matches the wait in an error text, with the same pattern as PRAW. */
const namedWait = /([0-9]{1,3}) (milliseconds?|seconds?|minutes?)/;
/** The site reports the time until the wait ends; one second more is safe. */
const marginSeconds = 1;
const longestWords = 300;

const problem = (code: string, words = '', retryAfterSeconds: number | null = null): SendReply => ({
  taken: false,
  code,
  words: words.slice(0, longestWords),
  retryAfterSeconds,
});

/** Converts the site's answer to a write. `makes` states whether a successful answer contains the created comment or message. */
export function readReply({ status, headers, body }: SiteAnswer, { makes }: { makes: boolean }, now: Date): SendReply {
  const parsed = written.safeParse(body);
  const first = parsed.data?.json.errors[0];
  // The limit on actions is reported with 200 or with 429. The body distinguishes it from the request limit.
  if (parsed.success && first !== undefined) return refusal(first, parsed.data.json.ratelimit ?? null);
  if (status === 429) return problem('HTTP_429', '', secondsToWait(headers, now));
  if (status >= 500) return problem('HTTP_5XX');
  if (status === 401 || status === 403 || status === 404) return problem(`HTTP_${status}`);
  if (status !== 200) return problem('HTTP_OTHER', String(status));
  if (!parsed.success) return problem('MALFORMED');
  if (!makes) return { taken: true, id: null };
  const thing = made.safeParse(parsed.data.json.data).data?.things[0]?.data;
  const id = thing?.name ?? (thing?.id ? `t1_${thing.id.replace(/^t1_/, '')}` : undefined);
  return id === undefined ? problem('MALFORMED') : { taken: true, id };
}

function refusal([name, text]: readonly unknown[], ratelimit: number | null): SendReply {
  const code = typeof name === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(name) ? name : 'UNKNOWN';
  const words = typeof text === 'string' ? text : '';
  if (!code.endsWith('RATELIMIT')) return problem(code, words);
  const seconds = ratelimit ?? secondsNamed(words);
  return problem(code, words, seconds === null ? null : Math.ceil(seconds) + marginSeconds);
}

function secondsNamed(words: string): number | null {
  const [, amount, unit = ''] = namedWait.exec(words) ?? [];
  if (amount === undefined) return null;
  if (unit.startsWith('milli')) return 1;
  return Number(amount) * (unit.startsWith('minute') ? 60 : 1);
}

const reasons: Readonly<Record<string, string>> = {
  'time-out': 'TIMED_OUT',
  unreachable: 'UNREACHABLE',
};

/** Converts the error of a write without an answer. Rethrows other errors. */
export function readFailure(error: unknown): SendReply {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'source.rate-limited') return problem('BUDGET', '', error.details.retryAfterSeconds ?? null);
  if (error.code !== 'source.unavailable') throw error;
  return problem(reasons[String(error.details['reason'])] ?? 'NO_ANSWER');
}

const comment = z.object({
  kind: z.literal('t1'),
  data: z.object({
    name: z.string().regex(/^t1_[a-z0-9]+$/),
    parent_id: z.string(),
    body: z.string(),
    created_utc: z.number(),
  }),
});

/** Maximum difference between the site's clock and ours. */
const skewMs = 60_000;

/** Returns the names of the matching comments in a listing, or null if the body is not a listing. */
export function readOwnComments(body: unknown, { parentId, text, since }: Omit<CommentTrace, 'username'>) {
  const parsed = listing.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.data.children.flatMap((child) => {
    const { data } = comment.safeParse(child);
    if (data === undefined) return [];
    const { name, parent_id, body: posted, created_utc } = data.data;
    const fits = parent_id === parentId && plain(posted) === plain(text);
    return fits && created_utc * 1000 >= since.getTime() - skewMs ? [name] : [];
  });
}

/** Normalizes a text, because the site trims texts and uses its own line endings. */
function plain(text: string): string {
  return text.replace(/(?:(?<![ \t])[ \t]+)?\r?\n/g, '\n').trim();
}
