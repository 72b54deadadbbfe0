/** Says yes at most once in `everyMs` for each key; forgets keys that have been quiet. */
export function pacer(everyMs: number, nowMs: () => number): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const now = nowMs();
    const before = last.get(key);
    if (before !== undefined && now - before < everyMs) return false;
    // Insertion order is order of time, so the oldest stand first.
    last.delete(key);
    for (const [old, at] of last) {
      if (now - at < everyMs) break;
      last.delete(old);
    }
    last.set(key, now);
    return true;
  };
}
