import type { Logger } from '@earshot/core';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Subscription } from './event-bus.ts';
import type { PartitionCursor, Turn } from './partition-cursor.ts';

/** The delay before something is tried again that failed for no fault of its records. */
export const troubleMs = 1_000;
export const troubleRetry = { attempts: 1, baseMs: troubleMs, maxMs: troubleMs };

/** Records that were delivered together, and why that did not succeed. */
interface FailedTurns {
  readonly subscription: Subscription;
  readonly cursor: PartitionCursor;
  readonly turns: readonly Turn[];
  readonly error: unknown;
}

/** The records did not fail, so the attempt does not count. */
export function waitForOutage(log: Logger, { subscription, cursor, turns, error }: FailedTurns): void {
  for (const turn of turns) {
    log.debug({ ...factsOf(subscription, turn), err: error }, 'event waits for an unavailable dependency');
    cursor.failed({ ...turn, attempt: turn.attempt - 1 }, troubleRetry, performance.now());
  }
}

/** At least one record of the batch failed; deliver each separately to find it. */
export function deliverOneByOne(log: Logger, { subscription, cursor, turns, error }: FailedTurns): void {
  const [first] = turns;
  const facts = first === undefined ? {} : factsOf(subscription, first);
  log.debug({ ...facts, records: turns.length, err: error }, 'events failed together; each is tried alone');
  cursor.undone(turns);
  cursor.singly(turns);
}

/** What the log says of a delivery. */
export function factsOf({ group }: Subscription, { record: { topic, partition, offset }, attempt }: Turn) {
  return { group, topic, partition, offset, attempt };
}

/** Waits without keeping the process alive. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined);
}
