import type { AccountHold } from '@earshot/proto/http/outreach';
import { fullDate } from '../../lib/format.ts';

/** Up to here the remaining time is counted down; a longer wait is shown as its end. */
const countedMs = 3_600_000;

/** Milliseconds until a hold ends; null if the site did not say when. */
export function remainingMs({ until }: AccountHold, nowMs: number): number | null {
  return until === null ? null : Date.parse(until) - nowMs;
}

/** 'in 8 min 33 s', 'in 12 s', or after an hour 'at Nov 28, 2026, 12:00 PM'. */
export function waitWords(until: string, nowMs: number): string {
  const leftMs = Date.parse(until) - nowMs;
  if (leftMs > countedMs) return `at ${fullDate(until)}`;
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  return seconds < 60 ? `in ${seconds} s` : `in ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
