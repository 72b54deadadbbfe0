import { z } from 'zod';

/** How far a stream was read. Sequence numbers belong to one host; the time is understood by all. */
export interface StreamPosition {
  /** The address of the host. */
  readonly host: string;
  /** The last event; null if none came yet. */
  readonly seq: number | null;
  /** When the host saw it. */
  readonly atMs: number;
}

const written = z.object({ host: z.string(), seq: z.int().nonnegative().nullable(), atMs: z.int().positive() });

/** Hosts see events at different times, so another host starts this much earlier. */
const overlapMs = 5 * 60_000;

export function writePosition(position: StreamPosition): string {
  return JSON.stringify(position);
}

/** Null for a text that `writePosition` did not write: the stream then begins with what happens from now on. */
export function readPosition(text: string | null): StreamPosition | null {
  if (text === null) return null;
  try {
    return written.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The cursor with which a host continues; null from now on. A host reads numbers of 16 digits as microseconds. */
export function cursorAt(host: string, position: StreamPosition | null): string | null {
  if (position === null) return null;
  if (position.host === host && position.seq !== null) return String(position.seq);
  return microseconds(position.atMs - overlapMs);
}

export function microseconds(atMs: number): string {
  return String(Math.max(0, Math.trunc(atMs)) * 1_000);
}
