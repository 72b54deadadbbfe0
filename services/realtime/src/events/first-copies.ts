import { recentIds } from '@earshot/core';

/** Calls the handler unless the event was handled before. An event whose handler threw can be repeated. */
export type FirstCopies = (id: string, handle: () => Promise<void>) => Promise<void>;

/**
 * Drops repeated events. An event may be repeated after later ones of its key, but first copies are in order, so
 * clients that get only first copies end with the latest state. Remembers at least the last `least` ids.
 */
export function firstCopies(least = 20_000): FirstCopies {
  const seen = recentIds(least);
  return async (id, handle) => {
    if (seen.has(id)) return;
    await handle();
    seen.add(id);
  };
}
