import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, KeyValue } from '@earshot/core';
import { appError, unlessAway } from '@earshot/core';

/** The two APIs are different sites, so trouble at one says nothing about the other. */
export type Api = 'search' | 'items';

/** Turns at requests that all processes of the installation share, and waits after refusals. */
export interface RequestPace {
  /** Waits for the next turn. Throws source.rate-limited while the API must be left alone, or when no turn came. */
  turn(api: Api, signal?: AbortSignal): Promise<void>;
  /** The API refused or failed: it is left alone for a while. Resolves with the seconds. */
  backOff(api: Api, retryAfterSeconds: number | null): Promise<number>;
  /** The API answered, so the next failure is a first one again. */
  succeed(api: Api): Promise<void>;
}

export interface PaceOptions {
  readonly kv: KeyValue;
  readonly clock: Clock;
  /** Called for each request that may not be sent. */
  readonly heldBack?: (() => void) | undefined;
}

/** One request a second for the whole installation. */
const turnMs = 1_000;
/** While the key-value store is away, processes cannot see each other: ten of them stay within a request a second. */
const ownTurnMs = 10_000;
const lookAgainMs = 100;
/** A caller waits so long for a turn; then it is told to come back, so that it can stop meanwhile. */
const longestWaitMs = 20_000;
const comeBackSeconds = 5;

const firstBackOffSeconds = 2;
const longestBackOffSeconds = 300;
/** A longer Retry-After is cut to this. */
const longestRetryAfterSeconds = 600;
/** Failures further apart do not add up. */
const failuresCountMs = 900_000;

/** The pace of one installation, shared through `kv`; while that is away each process keeps a slower one. */
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
    turn: async (api, signal) => {
      const giveUpAtMs = nowMs() + longestWaitMs;
      for (;;) {
        signal?.throwIfAborted();
        const seconds = Math.ceil(((await backOffs.endsAtMs(api)) - nowMs()) / 1000);
        if (seconds > 0) throw refuse(seconds);
        if (await takeTurn()) return;
        if (nowMs() >= giveUpAtMs) throw refuse(comeBackSeconds);
        await wait(lookAgainMs, undefined, signal === undefined ? {} : { signal });
      }
    },
    backOff: backOffs.add,
    succeed: backOffs.clear,
  };
}

/** A lease that nobody releases is a turn: the next one can be had when it has run out. */
function turnTaker({ kv, clock }: PaceOptions): () => Promise<boolean> {
  const nowMs = () => clock.now().getTime();
  let lastMs = -Infinity;
  // Processes that start together must not send their first requests together.
  let nextOwnMs = nowMs() + Math.random() * ownTurnMs;
  const takeOwn = () => {
    if (nowMs() < nextOwnMs) return false;
    nextOwnMs = nowMs() + ownTurnMs;
    return true;
  };
  return async () => {
    // This process's own last request may have been sent without the store.
    if (nowMs() - lastMs < turnMs) return false;
    const isMine = await unlessAway(async () => (await kv.lease('source-turn:hacker-news', turnMs)) !== null, takeOwn);
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

/** Doubles with each failure; half of it is random, so that processes do not return at one moment. */
function backOffSeconds(failures: number): number {
  const most = Math.min(longestBackOffSeconds, firstBackOffSeconds * 2 ** Math.min(failures - 1, 20));
  return Math.ceil(most / 2 + (most / 2) * Math.random());
}

function keysOf(api: Api) {
  const prefix = `source-backoff:hacker-news:${api}`;
  return { end: `${prefix}:ends-at`, failures: `${prefix}:failures` };
}
