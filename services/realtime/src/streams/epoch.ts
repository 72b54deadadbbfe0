import { type Part, type Platform, repeatedWork } from '@earshot/service-kit';
import { unlessAway } from '@earshot/core';

const key = 'epoch';
const refreshEveryMs = 1_000;
/** Longer than a refresh may be late, shorter than a process takes to restart. */
const ttlMs = 3_000;

/** The time before which a frame may be missing in a log, in the unit of frame numbers. */
export interface Epoch {
  /** Logs with lower numbers must start again. */
  notBefore(): number;
  /** The number at which a log starts now: higher than all numbers given before. */
  start(): number;
  /** An event could not be added to its log. */
  renew(): void;
  /** Reads the epoch that the other replicas agreed on. Must run before the first socket opens. */
  readonly reader: Part;
  /** Keeps the epoch in the store while a replica receives events. Must run after the subscriptions started. */
  readonly keeper: Part;
}

/**
 * All replicas share one epoch through the key-value store, where it expires unless a replica refreshes it. An absent
 * epoch means that no replica received events for a while, or that the store lost data: a new one begins.
 */
export function sharedEpoch({ kv, clock, log }: Pick<Platform, 'kv' | 'clock' | 'log'>): Epoch {
  // Microseconds: a user gets fewer frames than that, so numbers of a later start are higher.
  const now = () => clock.now().getTime() * 1_000;
  let notBefore = 0;
  let alone = false;
  const read = async () => Number((await kv.get(key)) ?? 0);
  const refresh = async () => {
    const shared = await read();
    notBefore = shared === 0 || alone ? Math.max(notBefore, now()) : Math.max(notBefore, shared);
    alone = false;
    await kv.set(key, String(notBefore), { ttlMs });
  };
  const keeper = repeatedWork({
    name: 'live channel epoch',
    everyMs: refreshEveryMs,
    work: () => unlessAway(refresh, () => undefined),
    log,
    failure: 'could not refresh the epoch of the live channel',
  });
  return {
    notBefore: () => notBefore,
    start: () => Math.max(now(), notBefore),
    renew: () => {
      notBefore = now();
    },
    reader: {
      name: 'live channel epoch',
      start: async () => {
        notBefore = await unlessAway(read, () => 0);
        alone = notBefore === 0;
        if (alone) notBefore = now();
      },
      stop: async () => undefined,
    },
    keeper,
  };
}
