import { CommandError } from './errors.ts';

const IDLE_MS = 10 * 60_000;
/**
 * MongoDB's batches have up to 16 MiB. This server shares its thread with its clients, so it reads in slices: other
 * commands get their turn between two batches.
 */
const BATCH_BYTES = 512 * 1024;
/** The size of MongoDB's first batch. */
export const FIRST_BATCH = 101;

interface Cursor {
  readonly namespace: string;
  readonly source: Iterator<Uint8Array>;
  /** A row that was read but did not fit into the last batch. */
  held: Uint8Array | undefined;
  usedAt: number;
  readonly keep: boolean;
}

export interface Batch {
  readonly documents: Uint8Array[];
  readonly cursorId: bigint;
}

/** The open cursors of a server. Idle cursors expire after ten minutes, as in MongoDB. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();
  readonly #now: () => number;
  #lastId = 0n;

  constructor(now: () => number) {
    this.#now = now;
    // Starts at an id derived from the time, so that ids of an earlier run match no cursor of this one.
    this.#lastId = BigInt(Math.floor(now())) * 1000n;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Reads the first batch. If rows are left, the cursor stays open under the returned id; 0 means none are left. */
  start(
    namespace: string,
    source: Iterator<Uint8Array>,
    options: { batchSize: number; single: boolean; keep: boolean },
  ): Batch {
    const cursor: Cursor = { namespace, source, held: undefined, usedAt: this.#now(), keep: options.keep };
    const { documents, done } = take(cursor, options.batchSize);
    if (done || options.single) {
      source.return?.();
      return { documents, cursorId: 0n };
    }
    this.#lastId += 1n;
    this.#open.set(this.#lastId, cursor);
    return { documents, cursorId: this.#lastId };
  }

  more(id: bigint, namespace: string, batchSize: number | undefined): Batch {
    const cursor = this.#open.get(id);
    if (cursor === undefined) throw new CommandError(43, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new CommandError(
        13,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    cursor.usedAt = this.#now();
    try {
      const { documents, done } = take(cursor, batchSize ?? Number.POSITIVE_INFINITY);
      if (done) this.#open.delete(id);
      return { documents, cursorId: done ? 0n : id };
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
  }

  kill(id: bigint, namespace: string): boolean {
    const cursor = this.#open.get(id);
    if (cursor === undefined || cursor.namespace !== namespace) return false;
    cursor.source.return?.();
    return this.#open.delete(id);
  }

  /** Closes every cursor of a collection that was dropped. */
  killAll(namespace: string): void {
    for (const [id, cursor] of this.#open) if (cursor.namespace === namespace) this.#open.delete(id);
  }

  /** Closes idle cursors. */
  expire(): void {
    const limit = this.#now() - IDLE_MS;
    for (const [id, cursor] of this.#open) {
      if (cursor.usedAt < limit && !cursor.keep) this.#open.delete(id);
    }
  }
}

function take(cursor: Cursor, batchSize: number): { documents: Uint8Array[]; done: boolean } {
  const documents: Uint8Array[] = [];
  let bytes = 0;
  while (documents.length < batchSize) {
    const document = cursor.held ?? next(cursor.source);
    if (document === undefined) return { documents, done: true };
    if (documents.length > 0 && bytes + document.length > BATCH_BYTES) {
      cursor.held = document;
      return { documents, done: false };
    }
    cursor.held = undefined;
    documents.push(document);
    bytes += document.length;
  }
  // A batch with the last document closes the cursor, as an exhausted limit does in MongoDB.
  if (batchSize > 0) cursor.held = next(cursor.source);
  return { documents, done: batchSize > 0 && cursor.held === undefined };
}

function next(source: Iterator<Uint8Array>): Uint8Array | undefined {
  const result = source.next();
  return result.done === true ? undefined : result.value;
}
