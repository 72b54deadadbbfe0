import type { KeyValue, Listening } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { unlessAway } from '@earshot/core';
import type { Session, Sessions } from '../domain/session.ts';
import { expiryOf } from '../domain/session.ts';

/** How long a logout may stay unnoticed here when its message is lost. */
const keptMs = 1_000;
/** A few MB. */
const mostKept = 10_000;
/** Carries the sid of each session that ended or changed. */
const channel = 'gateway:session-ended';

interface Options {
  readonly store: Sessions;
  readonly kv: Pick<KeyValue, 'publish' | 'listen'>;
  /** Milliseconds of a clock that nobody sets; this process's own unless told. */
  readonly elapsedMs?: () => number;
  /** Sessions kept at once, 10,000 unless told. */
  readonly most?: number;
}

export interface SessionCache {
  readonly sessions: Sessions;
  /** Listens for sessions that end elsewhere; without it nothing is kept. */
  readonly listener: Part;
}

/**
 * Sessions that were found within the last second are not looked up again. A session that ends here is forgotten at
 * once, and by other replicas as soon as they hear of it, after a second at the latest. What may have missed such a
 * message is not trusted: a look-up that was under way meanwhile is not kept, and while messages do not arrive every
 * look-up goes to the store. What was not found is looked up each time.
 */
export function sessionCache({
  store,
  kv,
  elapsedMs = () => performance.now(),
  most = mostKept,
}: Options): SessionCache {
  const kept = new RecentSessions(most);
  let listening: Listening | undefined;
  const isLive = () => listening?.live() === true;
  const purge = (sid: string) => forgetEverywhere(sid, kept, kv);

  const sessions: Sessions = {
    ...store,
    find: async (sid, now) => {
      const askedAtMs = elapsedMs();
      const known = isLive() ? kept.get(sid, askedAtMs) : undefined;
      if (known !== undefined && expiryOf(known) > now) return known;
      const { changes } = kept;
      const found = await store.find(sid, now);
      // Its second counts from the question: it may have ended between the store's reading and the answer.
      if (found !== null && isLive() && kept.changes === changes) kept.put(found, askedAtMs + keptMs);
      return found;
    },
    touch: async (session, now) => {
      await store.touch(session, now);
      kept.forget(session.sid);
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
        listening = kv.listen(channel, { onMessage: (sid) => kept.forget(sid), onGap: () => kept.forgetAll() });
      },
      stop: async () => {
        await listening?.stop();
        kept.forgetAll();
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

/** Bounded; the one kept longest goes first. */
class RecentSessions {
  readonly #entries = new Map<string, { session: Session; untilMs: number }>();
  readonly #most: number;
  /** Grows with whatever was forgotten, kept here or not. */
  changes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(sid: string, nowMs: number): Session | undefined {
    const entry = this.#entries.get(sid);
    return entry !== undefined && nowMs < entry.untilMs ? entry.session : undefined;
  }

  put(session: Session, untilMs: number): void {
    this.#entries.delete(session.sid);
    this.#entries.set(session.sid, { session, untilMs });
    for (const sid of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) return;
      this.#entries.delete(sid);
    }
  }

  forget(sid: string): void {
    this.changes += 1;
    this.#entries.delete(sid);
  }

  forgetAll(): void {
    this.changes += 1;
    this.#entries.clear();
  }
}
