import type { UserId } from '@earshot/proto/refs';

/** A task's use of one of the places in which a worker works. The parts of a task share one place. */
export interface TaskSlot {
  /** Resolves when the task has a place. Rejects when the signal aborts. Call `leave` in both cases. */
  enter(signal: AbortSignal): Promise<void>;
  /** Gives the place back when no part of the task needs it any more. */
  leave(): void;
}

/** The places of one worker, dealt fairly between users. */
export interface Slots {
  of(userId: UserId): TaskSlot;
}

interface Waiting {
  readonly userId: UserId;
  /** The number of the task. A task has a smaller one than all that arrived after it. */
  readonly task: number;
  readonly resolve: () => void;
}

/** Users whose turns are remembered. */
const rememberedUsers = 1_000;
/** A user's first turns come before those of users who had more: enough for a scan of a few communities. */
const firstTurns = 20;
/** After this time without a turn, in milliseconds, a user's turns are first turns again. */
const quietMs = 10_000;

/**
 * Creates `count` places. A free place goes to the user who had the fewest turns, up to `firstTurns`, so that a short scan
 * need not wait for half of a long one. Among equals it goes to the user who has the fewest places, then to the one whose
 * last turn is longest ago, and there to the oldest task, so that tasks end before others begin
 * (docs/decisions/0113-tasks-are-dealt-fairly.md).
 */
export function fairSlots(count: number): Slots {
  const taken = new Map<string, number>();
  const takenBy = (userId: UserId) => taken.get(userId) ?? 0;
  const turns = turnsOfUsers();
  const waiting = new Set<Waiting>();
  let free = count;
  let tasks = 0;
  const order = (one: Waiting, other: Waiting) =>
    turns.of(one.userId).count - turns.of(other.userId).count ||
    takenBy(one.userId) - takenBy(other.userId) ||
    turns.of(one.userId).last - turns.of(other.userId).last ||
    one.task - other.task;
  const grant = () => {
    while (free > 0 && waiting.size > 0) {
      const next = [...waiting].reduce((best, one) => (order(one, best) < 0 ? one : best));
      waiting.delete(next);
      free -= 1;
      taken.set(next.userId, takenBy(next.userId) + 1);
      turns.note(next.userId);
      next.resolve();
    }
  };
  const take = (userId: UserId, task: number) =>
    new Promise<void>((resolve) => {
      waiting.add({ userId, task, resolve });
      grant();
    });
  const giveBack = (userId: UserId) => {
    free += 1;
    const left = takenBy(userId) - 1;
    if (left > 0) taken.set(userId, left);
    else taken.delete(userId);
    grant();
  };
  return {
    of: (userId) => {
      tasks += 1;
      const task = tasks;
      return taskSlot(
        () => take(userId, task),
        () => giveBack(userId),
      );
    },
  };
}

/** How many turns users had, up to `firstTurns`, and when the last one was: `last` grows with each turn of anybody. */
function turnsOfUsers() {
  const none = { count: 0, last: 0, atMs: -Infinity };
  const known = new Map<string, typeof none>();
  let last = 0;
  const of = (userId: UserId) => {
    const found = known.get(userId) ?? none;
    return performance.now() - found.atMs > quietMs ? { ...found, count: 0 } : found;
  };
  return {
    of,
    note: (userId: UserId) => {
      last += 1;
      const turns = { count: Math.min(firstTurns, of(userId).count + 1), last, atMs: performance.now() };
      // The map keeps the order of insertion, so its first user had a turn longest ago.
      known.delete(userId);
      known.set(userId, turns);
      for (const oldest of known.keys()) {
        if (known.size <= rememberedUsers) return;
        known.delete(oldest);
      }
    },
  };
}

function taskSlot(take: () => Promise<void>, giveBack: () => void): TaskSlot {
  let parts = 0;
  let place: Promise<void> | null = null;
  return {
    enter: async (signal) => {
      parts += 1;
      place ??= take();
      await unlessAborted(place, signal);
    },
    leave: () => {
      parts -= 1;
      if (parts > 0 || place === null) return;
      // A place that is still awaited is given back when it comes.
      void place.then(giveBack);
      place = null;
    },
  };
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
