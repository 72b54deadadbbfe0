import type { Logger } from '@earshot/core';

/** Returns the number in a header about limits, null if there is none. */
export type LimitHeader = (headers: Headers, name: string) => number | null;

/** Reads headers about limits. One that is doubled or no number is logged once by each process. */
export function limitHeaders(log: Pick<Logger, 'warn'>): LimitHeader {
  const logged = new Set<string>();
  return (headers, name) => {
    const text = headers.get(name)?.trim() ?? '';
    const value = smallestNumber(text);
    if (text !== '' && (value === null || text.includes(',')) && !logged.has(name)) {
      logged.add(name);
      log.warn({ header: name, value: text.slice(0, 100) }, 'the source sent an unexpected rate limit header');
    }
    return value;
  };
}

/** Returns the number in a header. Proxies join a doubled header to `3, 2`, of which the smaller number counts. */
export function smallestNumber(text: string | null): number | null {
  const parts = (text ?? '').split(',').filter((part) => part.trim() !== '');
  const numbers = parts.map(Number).filter((value) => value >= 0 && Number.isFinite(value));
  return numbers.length === 0 ? null : Math.min(...numbers);
}

/** Returns `Retry-After` in seconds; the header may contain a date. Null without a readable header. */
export function retryAfterSeconds(headers: Headers, now: Date): number | null {
  const text = headers.get('retry-after') ?? '';
  // Dates have letters and a comma: "Sat, 21 Nov 2026 12:00:00 GMT".
  const atMs = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? smallestNumber(text) : Math.max(0, (atMs - now.getTime()) / 1000);
}
