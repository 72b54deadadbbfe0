/** Handles an event unless it was handled before; one that failed may come again. */
export type FirstCopies = (id: string, handle: () => void) => void;

/**
 * An event may come again, even after later ones of its key, but first copies are in order: so a client that is told
 * of these alone sees the last state last. Remembers the last `most` ids.
 */
export function firstCopies(most = 20_000): FirstCopies {
  const seen = new Set<string>();
  return (id, handle) => {
    if (seen.has(id)) return;
    handle();
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= most) return;
      seen.delete(oldest);
    }
  };
}
