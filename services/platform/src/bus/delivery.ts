import type { Subscription } from './event-bus.ts';
import type { Turn } from './partition-cursor.ts';

export type Outcome =
  | { readonly kind: 'done' }
  /** `overdue`: the handler was given up and may still be running. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly overdue: boolean }
  /** The bus stopped it: no failure of the handler's. */
  | { readonly kind: 'stopped' };

export interface RunningDelivery {
  /** At the latest when the deadline passes, whatever the handler does. */
  readonly outcome: Promise<Outcome>;
  /** When the handler itself has ended. */
  readonly settled: Promise<void>;
}

/**
 * Calls the handler once. Its signal aborts at the deadline, after `idleMs` without progress, or when `stopping`
 * aborts; a handler that runs on after the first two has failed, and its result is ignored.
 */
export function deliver(options: {
  subscription: Subscription;
  turn: Turn;
  stopping: AbortSignal;
  idleMs: number;
}): RunningDelivery {
  const { subscription, turn, stopping, idleMs } = options;
  const { record, attempt } = turn;
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Outcome>();

  const giveUp = (why: string) => () => {
    const error = new Error(why);
    abort.abort(error);
    resolve(stopping.aborted ? { kind: 'stopped' } : { kind: 'failed', error, overdue: true });
  };
  const onStop = () => abort.abort(new Error('the bus is stopping'));
  const deadline = setTimeout(giveUp(`not done within ${subscription.deadlineMs} ms`), subscription.deadlineMs);
  const watchesIdle = idleMs < subscription.deadlineMs;
  const idle = watchesIdle ? setTimeout(giveUp(`no progress for ${idleMs} ms`), idleMs) : undefined;
  // A handler given up at a stop must not keep the process alive.
  deadline.unref();
  idle?.unref();
  if (stopping.aborted) onStop();
  stopping.addEventListener('abort', onStop, { once: true });

  const call = async () =>
    subscription.handle({
      record: { topic: record.topic, key: record.key, value: record.value, headers: record.headers },
      partition: record.partition,
      offset: record.offset,
      attempt,
      lastAttempt: attempt >= subscription.retry.attempts,
      signal: abort.signal,
      progress: () => void idle?.refresh(),
    });
  const settled = call()
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

/** What a dead letter tells of a failure. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, 2_000);
}
