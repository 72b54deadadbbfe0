import {
  checkedTtl,
  type Clock,
  logForgottenMs,
  logIdsForEntry,
  type LogOptions,
  type LogTail,
  type NewLogEntry,
  type RecentIds,
  recentIds,
} from '@earshot/core';
import type { ExpiringMap } from './expiring-map.ts';

/** One log of the embedded store. The last of `texts` has the number `last`. */
export interface Log {
  last: number;
  texts: string[];
  textsExpireAtMs: number;
  readonly ids: RecentIds;
}

/** Appends entries as the port describes. */
export function appendTo(
  logs: ExpiringMap<Log>,
  key: string,
  entries: readonly NewLogEntry[],
  { after, notBefore, start, keep, ttlMs, clock }: LogOptions & { readonly clock: Clock },
): LogTail {
  const ttl = checkedTtl(key, ttlMs);
  const nowMs = clock.now().getTime();
  const log = logs.get(key)?.value ?? {
    last: -1,
    texts: [],
    textsExpireAtMs: 0,
    ids: recentIds(keep * logIdsForEntry),
  };
  if (log.last < notBefore || log.last < 0) [log.last, log.texts] = [start, []];
  if (log.textsExpireAtMs <= nowMs) log.texts = [];
  for (const { id, text } of entries) {
    if (log.ids.has(id)) continue;
    log.ids.add(id);
    log.last += 1;
    log.texts.push(text);
    log.textsExpireAtMs = nowMs + ttl;
  }
  if (log.texts.length > keep) log.texts.splice(0, log.texts.length - keep);
  logs.set(key, log, logForgottenMs);
  return { last: log.last, texts: after === undefined ? [] : log.texts.slice(skipped(log, after)) };
}

/** How many of the kept entries the caller already has. */
function skipped({ last, texts }: Log, after: number): number {
  return Math.min(texts.length, Math.max(0, texts.length - (last - after)));
}
