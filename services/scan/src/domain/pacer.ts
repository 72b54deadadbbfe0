/** Returns a function that allows each key at most once per `everyMs`. It removes keys that were not used for that long. */
export function pacer(everyMs: number, nowMs: () => number): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const now = nowMs();
    const before = last.get(key);
    if (before !== undefined && now - before < everyMs) return false;
    // A map keeps insertion order, so the oldest keys come first.
    last.delete(key);
    for (const [old, at] of last) {
      if (now - at < everyMs) break;
      last.delete(old);
    }
    last.set(key, now);
    return true;
  };
}
