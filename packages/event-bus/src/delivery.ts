import type { Delivery, Subscription } from './event-bus.ts';
import { OutageError } from './outage.ts';
import type { Turn } from './partition-cursor.ts';

export type Outcome =
  | { readonly kind: 'done' }
  /** `overdue`: the bus gave up on the handler, which may still be running. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly overdue: boolean }
  /** The bus stopped the delivery: the handler did not fail. */
  | { readonly kind: 'stopped' };

export interface RunningDelivery {
  /** Resolves when the deadline passes at the latest, even if the handler is still running. */
  readonly outcome: Promise<Outcome>;
  /** Resolves when the handler has ended. */
  readonly settled: Promise<void>;
}

/**
 * Calls the handler once, for one record or for several. Its signal aborts at the deadline, after `idleMs` without
 * progress, or when `stopping` aborts. A handler still running after the first two has failed, and its result is
 * ignored.
 */
export function deliver(options: {
  subscription: Subscription;
  turns: readonly Turn[];
  stopping: AbortSignal;
  idleMs: number;
  release: () => void;
  begin: () => Promise<void>;
}): RunningDelivery {
  const { subscription, turns, stopping, idleMs, release, begin } = options;
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Outcome>();

  const giveUp = (why: string) => () => {
    const error = new Error(why);
    abort.abort(error);
    resolve(stopping.aborted ? { kind: 'stopped' } : { kind: 'failed', error, overdue: true });
  };
  const onStop = () => abort.abort(new OutageError('the bus', new Error('it is stopping')));
  const deadline = setTimeout(giveUp(`not done within ${subscription.deadlineMs} ms`), subscription.deadlineMs);
  const watchesIdle = idleMs < subscription.deadlineMs;
  const idle = watchesIdle ? setTimeout(giveUp(`no progress for ${idleMs} ms`), idleMs) : undefined;
  // An abandoned handler must not keep the process alive during a stop.
  deadline.unref();
  idle?.unref();
  if (stopping.aborted) onStop();
  stopping.addEventListener('abort', onStop, { once: true });

  const deliveries = turns.map(({ record, attempt }): Delivery => ({
    record: { topic: record.topic, key: record.key, value: record.value, headers: record.headers },
    partition: record.partition,
    offset: record.offset,
    attempt,
    lastAttempt: attempt >= subscription.retry.attempts,
    signal: abort.signal,
    progress: () => void idle?.refresh(),
    release,
    begin,
  }));
  const settled = callHandler(subscription, deliveries)
    .then(
      () => resolve({ kind: 'done' }),
      (error: unknown) => resolve(stopping.aborted ? { kind: 'stopped' } : { kind: 'failed', error, overdue: false }),
    )
    .finally(() => {
      clearTimeout(deadline);
      clearTimeout(idle);
      stopping.removeEventListener('abort', onStop);
    });
  return { outcome: promise, settled };
}

async function callHandler(subscription: Subscription, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length > 1 && subscription.handleMany !== undefined) return subscription.handleMany(deliveries);
  for (const delivery of deliveries) await subscription.handle(delivery);
}

/** The description of a failure stored in a dead letter. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, 2_000);
}
