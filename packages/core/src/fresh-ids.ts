/** Remembers each id for a moment. */
export interface FreshIds {
  has(id: string): boolean;
  /** Remembers the id from now on, also if it is remembered already. */
  add(id: string): void;
  delete(id: string): void;
}

/** Remembers each id for `ms` milliseconds after it was last added. Adding an id also removes the forgotten ones. */
export function freshIds(ms: number, nowMs: () => number = () => performance.now()): FreshIds {
  const addedAt = new Map<string, number>();
  const isFresh = (at: number | undefined, now: number) => at !== undefined && now - at < ms;
  return {
    has: (id) => isFresh(addedAt.get(id), nowMs()),
    add: (id) => {
      const now = nowMs();
      // A map keeps insertion order, so the oldest ids come first.
      addedAt.delete(id);
      for (const [oldest, at] of addedAt) {
        if (isFresh(at, now)) break;
        addedAt.delete(oldest);
      }
      addedAt.set(id, now);
    },
    delete: (id) => void addedAt.delete(id),
  };
}
