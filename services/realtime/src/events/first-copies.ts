/** Calls the handler unless the event was handled before. An event whose handler threw can be repeated. */
export type FirstCopies = (id: string, handle: () => Promise<void>) => Promise<void>;

/**
 * Drops repeated events. An event may be repeated after later ones of its key, but first copies are in order, so
 * clients that get only first copies end with the latest state. Remembers the last `most` ids.
 */
export function firstCopies(most = 20_000): FirstCopies {
  const seen = new Set<string>();
  return async (id, handle) => {
    if (seen.has(id)) return;
    await handle();
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= most) return;
      seen.delete(oldest);
    }
  };
}
