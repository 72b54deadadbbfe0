import { AppError } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import type { CommunityRef } from '@earshot/proto/refs';

/**
 * What happened, for the user: `No connection to hn.algolia.com`, with the time until which the source asks to wait. A fault
 * of ours has no details for users.
 */
export function problemWords(error: unknown, now: Date): string {
  const seconds = error instanceof AppError ? error.details.retryAfterSeconds : undefined;
  if (typeof seconds !== 'number') return causeOf(error);
  const until = new Date(now.getTime() + 1_000 * seconds).toISOString();
  return `${causeOf(error)}, until ${until.slice(0, 10)} ${until.slice(11, 16)} UTC`;
}

function causeOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Something went wrong on our side';
  const { host, reason, status } = error.details;
  if (typeof host !== 'string') return error.message;
  if (reason === 'unreachable') return `No connection to ${host}`;
  if (reason === 'time-out' || reason === 'no answer') return `No answer from ${host}`;
  if (typeof status !== 'number') return error.message;
  if (error.code === 'source.refused' || error.code === 'source.rate-limited') return `Refused by ${host}: ${status}`;
  return error.code === 'source.unavailable' ? `Error at ${host}: ${status}` : error.message;
}

/** The reason why a community cannot be scanned in this installation, which may not use its source; or null. */
export function problemOf(sources: Pick<Sources, 'get'>, { source }: CommunityRef): AppError | null {
  try {
    sources.get(source);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
