import type { ReadHit } from './shapes.ts';

/**
 * Where an older page begins. The search API gives 1,000 hits of a query at most, so pages are cut by time: the next one
 * starts with the second at which the last one ended, without the items of that second that were on it.
 */
export interface Cursor {
  readonly atSeconds: number;
  readonly seen: readonly string[];
}

const written = /^(\d{1,13})((?:-\d{1,15})*)$/;

/** null for a text that `nextCursor` did not write. */
export function readCursor(text: string): Cursor | null {
  const [, at, seen] = written.exec(text) ?? [];
  if (at === undefined || seen === undefined) return null;
  return { atSeconds: Number(at), seen: seen.split('-').filter((id) => id !== '') };
}

/** The cursor after a page that began at `from`; null when nothing older can follow. `hits`: all that could be read. */
export function nextCursor(hits: readonly ReadHit[], from: Cursor | null): string | null {
  const oldest = Math.min(...hits.map(({ atSeconds }) => atSeconds));
  if (!Number.isFinite(oldest) || (from !== null && oldest > from.atSeconds)) return null;
  const here = hits.filter(({ atSeconds }) => atSeconds === oldest).map(({ id }) => id);
  if (from === null || oldest < from.atSeconds) return writeCursor({ atSeconds: oldest, seen: here });
  const seen = [...new Set([...from.seen, ...here])];
  // A whole page of one second without a new item: the rest of that second cannot be reached.
  if (seen.length > from.seen.length) return writeCursor({ atSeconds: oldest, seen });
  return oldest === 0 ? null : writeCursor({ atSeconds: oldest - 1, seen: [] });
}

function writeCursor({ atSeconds, seen }: Cursor): string {
  return [atSeconds, ...seen].join('-');
}
