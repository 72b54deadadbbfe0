import type { ReadHit } from './shapes.ts';

/**
 * The start of an older page. The search API returns at most 1,000 hits per query, so pages are divided by time. The
 * next page starts in the second at which the last one ended, without the items of that second that were already
 * returned.
 */
export interface Cursor {
  readonly atSeconds: number;
  readonly seen: readonly string[];
}

const written = /^(\d{1,13})((?:-\d{1,15})*)$/;

/** Returns null for a text that `nextCursor` did not create. */
export function readCursor(text: string): Cursor | null {
  const [, at, seen] = written.exec(text) ?? [];
  if (at === undefined || seen === undefined) return null;
  return { atSeconds: Number(at), seen: seen.split('-').filter((id) => id !== '') };
}

/**
 * Returns the cursor after a page that began at `from`, or null when no older page can follow. `hits` are all readable
 * hits.
 */
export function nextCursor(hits: readonly ReadHit[], from: Cursor | null): string | null {
  const oldest = Math.min(...hits.map(({ atSeconds }) => atSeconds));
  if (!Number.isFinite(oldest) || (from !== null && oldest > from.atSeconds)) return null;
  const here = hits.filter(({ atSeconds }) => atSeconds === oldest).map(({ id }) => id);
  if (from === null || oldest < from.atSeconds) return writeCursor({ atSeconds: oldest, seen: here });
  const seen = [...new Set([...from.seen, ...here])];
  // A whole page of one second without a new item: the remaining items of that second cannot be reached, so they are
  // skipped.
  if (seen.length > from.seen.length) return writeCursor({ atSeconds: oldest, seen });
  return oldest === 0 ? null : writeCursor({ atSeconds: oldest - 1, seen: [] });
}

function writeCursor({ atSeconds, seen }: Cursor): string {
  return [atSeconds, ...seen].join('-');
}
