import type { Part } from '@earshot/service-kit';
import { type KeyValue, type Listening, unlessAway } from '@earshot/core';
import { LRUCache } from 'lru-cache';
import { expiryOf, type Session, type Sessions } from '../domain/session.ts';

/**
 * How long a cached session may survive a logout whose purge message is lost: less than a second. The cache keeps an
 * entry through its last millisecond.
 */
const keptMs = 999;
/** Limits the cache to a few MB. */
const mostKept = 10_000;
/** The channel that carries the sid of each ended or changed session. */
const channel = 'gateway:session-ended';

interface Options {
  readonly store: Sessions;
  readonly kv: Pick<KeyValue, 'publish' | 'listen'>;
  /** A monotonic clock in milliseconds. Default: the process's. */
  readonly elapsedMs?: () => number;
  /** Maximum number of cached sessions. Default: 10,000. */
  readonly most?: number;
}

export interface SessionCache {
  readonly sessions: Sessions;
  /** Listens for sessions ended by other replicas; without it nothing is cached. */
  readonly listener: Part;
}

/**
 * Caches found sessions for one second. A session that ends here leaves the cache at once, and in other replicas when
 * they receive the purge message. If the message is lost, the session survives one second longer at most. A look-up
 * that overlaps a purge is not cached, and while messages do not arrive every look-up goes to the store. Unknown
 * sessions are not cached (docs/decisions/0039-sessions-cached-for-one-second.md).
 */
export function sessionCache({
  store,
  kv,
  elapsedMs = () => performance.now(),
  most = mostKept,
}: Options): SessionCache {
  const recent = new RecentSessions(most, elapsedMs);
  let listening: Listening | undefined;
  const isLive = () => listening?.live() === true;
  const purge = (sid: string) => forgetEverywhere(sid, recent, kv);

  const sessions: Sessions = {
    ...store,
    find: async (sid, now) => {
      const startedAtMs = elapsedMs();
      const known = isLive() ? recent.get(sid) : undefined;
      if (known !== undefined && expiryOf(known) > now) return known;
      const { changes } = recent;
      const found = await store.find(sid, now);
      // The second counts from the start of the look-up: the session may have ended after the store read it.
      if (found !== null && isLive() && recent.changes === changes) recent.put(found, startedAtMs);
      return found;
    },
    touch: async (session, now) => {
      await store.touch(session, now);
      recent.forget(session.sid);
    },
    end: async (session, now) => {
      const ended = await store.end(session, now);
      await purge(session.sid);
      return ended;
    },
    changeAdmin: async (change, now) => {
      const sids = await store.changeAdmin(change, now);
      for (const sid of sids) await purge(sid);
      return sids;
    },
  };
  return {
    sessions,
    listener: {
      name: 'gateway session cache',
      start: async () => {
        listening = kv.listen(channel, { onMessage: (sid) => recent.forget(sid), onGap: () => recent.forgetAll() });
      },
      stop: async () => {
        await listening?.stop();
        recent.forgetAll();
      },
    },
  };
}

async function forgetEverywhere(sid: string, kept: RecentSessions, kv: Pick<KeyValue, 'publish'>): Promise<void> {
  kept.forget(sid);
  await unlessAway(
    () => kv.publish(channel, sid),
    () => undefined,
  );
}

/** Bounded; the session that was used longest ago is removed first. */
class RecentSessions {
  readonly #sessions: LRUCache<string, Session>;
  /** Counts removals, even of sessions that are not cached. */
  changes = 0;

  constructor(most: number, elapsedMs: () => number) {
    this.#sessions = new LRUCache({ max: most, ttl: keptMs, ttlResolution: 0, perf: { now: elapsedMs } });
  }

  get(sid: string): Session | undefined {
    return this.#sessions.get(sid);
  }

  put(session: Session, startedAtMs: number): void {
    this.#sessions.set(session.sid, session, { start: startedAtMs });
  }

  forget(sid: string): void {
    this.changes += 1;
    this.#sessions.delete(sid);
  }

  forgetAll(): void {
    this.changes += 1;
    this.#sessions.clear();
  }
}
