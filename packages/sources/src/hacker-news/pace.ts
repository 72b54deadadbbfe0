import { setTimeout as wait } from 'node:timers/promises';
import { appError, type Clock, type KeyValue, unlessAway } from '@earshot/core';
import { takeFromWindows } from '../budget-windows.ts';
import type { SiteBudget } from '../define-source.ts';

/** The two APIs are different sites, so their failures are tracked separately. */
export type Api = 'search' | 'items';

/** Rate limit shared by all processes of the installation, with backoff after refusals. */
export interface RequestPace {
  /**
   * Waits for the next turn; `onWait` is called if it is not available at once. Throws source.rate-limited during a
   * backoff, or when no turn came in time.
   */
  turn(api: Api, signal?: AbortSignal, onWait?: () => void): Promise<void>;
  /** Starts a backoff after the API refused or failed. Resolves to its length in seconds. */
  backOff(api: Api, retryAfterSeconds: number | null): Promise<number>;
  /** The API answered, so the count of failures restarts. */
  succeed(api: Api): Promise<void>;
}

export interface PaceOptions {
  readonly budget: SiteBudget;
  readonly kv: KeyValue;
  readonly clock: Clock;
  /** Called for each request that may not be sent. */
  readonly heldBack?: (() => void) | undefined;
}

/**
 * While the key-value store is unavailable, processes cannot coordinate. With this interval, ten of them stay within
 * one request per second.
 */
const ownTurnMs = 10_000;
const lookAgainMs = 100;
/** Maximum wait for a turn. The caller is then asked to retry later, so that it can stop in between. */
const longestWaitMs = 20_000;
const comeBackSeconds = 5;

const firstBackOffSeconds = 2;
const longestBackOffSeconds = 300;
/** Upper limit of a Retry-After. */
const longestRetryAfterSeconds = 600;
/** Failures further apart than this are not added up. */
const failuresCountMs = 900_000;

/**
 * The rate limit of one installation, shared through `kv`. While `kv` is unavailable, each process uses a slower rate.
 */
export function requestPace(options: PaceOptions): RequestPace {
  const { clock, heldBack } = options;
  const takeTurn = turnTaker(options);
  const backOffs = backOffsOf(options);
  const nowMs = () => clock.now().getTime();

  const refuse = (retryAfterSeconds: number) => {
    heldBack?.();
    return appError('source.rate-limited', { retryAfterSeconds });
  };

  return {
    turn: async (api, signal, onWait) => {
      const giveUpAtMs = nowMs() + longestWaitMs;
      for (;;) {
        signal?.throwIfAborted();
        const seconds = Math.ceil(((await backOffs.endsAtMs(api)) - nowMs()) / 1000);
        if (seconds > 0) throw refuse(seconds);
        if (await takeTurn()) return;
        if (nowMs() >= giveUpAtMs) throw refuse(comeBackSeconds);
        onWait?.();
        await wait(lookAgainMs, undefined, signal === undefined ? {} : { signal });
      }
    },
    backOff: backOffs.add,
    succeed: backOffs.clear,
  };
}

function turnTaker({ kv, clock, budget }: PaceOptions): () => Promise<boolean> {
  const nowMs = () => clock.now().getTime();
  const turnMs = Math.max(...budget.windows.map(({ requests, perSeconds }) => (perSeconds * 1_000) / requests));
  let lastMs = -Infinity;
  // A random delay, so that processes that start together do not send their first requests together.
  let nextOwnMs = nowMs() + Math.random() * ownTurnMs;
  const takeOwn = () => {
    if (nowMs() < nextOwnMs) return false;
    nextOwnMs = nowMs() + ownTurnMs;
    return true;
  };
  return async () => {
    // This process may have sent its last request while the store was unavailable.
    if (nowMs() - lastMs < turnMs) return false;
    const isMine = await unlessAway(() => takeFromWindows(kv, budget), takeOwn);
    if (isMine) lastMs = nowMs();
    return isMine;
  };
}

function backOffsOf({ kv, clock }: PaceOptions) {
  const own = { search: { failures: 0, endsAtMs: 0 }, items: { failures: 0, endsAtMs: 0 } };
  const without = () => undefined;

  return {
    endsAtMs: async (api: Api): Promise<number> => {
      const shared = await unlessAway(
        () => kv.get(keysOf(api).end),
        () => null,
      );
      return Math.max(own[api].endsAtMs, Number(shared ?? 0));
    },
    add: async (api: Api, retryAfterSeconds: number | null): Promise<number> => {
      own[api].failures += 1;
      const failures = await unlessAway(
        () => kv.increment(keysOf(api).failures, { ttlMs: failuresCountMs }),
        () => own[api].failures,
      );
      const seconds =
        retryAfterSeconds === null
          ? backOffSeconds(failures)
          : Math.min(Math.max(1, Math.ceil(retryAfterSeconds)), longestRetryAfterSeconds);
      const endsAtMs = clock.now().getTime() + seconds * 1000;
      own[api].endsAtMs = endsAtMs;
      await unlessAway(() => kv.set(keysOf(api).end, String(endsAtMs), { ttlMs: seconds * 1000 }), without);
      return seconds;
    },
    clear: async (api: Api): Promise<void> => {
      if (own[api].failures === 0) return;
      own[api].failures = 0;
      await unlessAway(() => kv.delete(keysOf(api).failures), without);
    },
  };
}

/** Doubles with each failure. Half of it is random, so that processes do not all retry at the same moment. */
function backOffSeconds(failures: number): number {
  const most = Math.min(longestBackOffSeconds, firstBackOffSeconds * 2 ** Math.min(failures - 1, 20));
  return Math.ceil(most / 2 + (most / 2) * Math.random());
}

function keysOf(api: Api) {
  const prefix = `source-backoff:hacker-news:${api}`;
  return { end: `${prefix}:ends-at`, failures: `${prefix}:failures` };
}
