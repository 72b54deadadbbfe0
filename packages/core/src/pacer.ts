import { freshIds } from './fresh-ids.ts';

/** Returns a function that allows each key at most once per `everyMs`. */
export function pacer(everyMs: number, nowMs: () => number): (key: string) => boolean {
  const allowed = freshIds(everyMs, nowMs);
  return (key) => {
    if (allowed.has(key)) return false;
    allowed.add(key);
    return true;
  };
}
