/** Remembers ids that were added lately. Each call takes constant time, however many ids it remembers. */
export interface RecentIds {
  has(id: string): boolean;
  add(id: string): void;
}

/**
 * Remembers at least the last `least` ids, and at most twice as many. A single set that deletes its oldest id would be
 * simpler, but V8 walks over the deleted ones to find the next: 28 us for 20,000 ids.
 */
export function recentIds(least: number): RecentIds {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has: (id) => young.has(id) || old.has(id),
    add: (id) => {
      young.add(id);
      if (young.size >= least) [young, old] = [new Set(), young];
    },
  };
}
