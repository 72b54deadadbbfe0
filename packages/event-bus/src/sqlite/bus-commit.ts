import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from '@earshot/core';

interface Waiting {
  readonly work: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How long progress may wait for a commit. After a crash, handling without stored progress is repeated. */
const laterMs = 50;
const retryMs = 1_000;

/** Groups writes: everything written in one turn of the event loop costs one disk sync. */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #log: Logger;
  #waiting: Waiting[] = [];
  #later: (() => void)[] = [];
  #latest = new Map<string, () => void>();
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #closed = false;

  constructor(database: DatabaseSync, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Resolves with the result once it is on disk; rejects when writing failed. */
  write<T>(work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (this.#closed) {
      reject(new Error('the bus is stopped'));
      return promise;
    }
    let results: T[] = [];
    this.#waiting.push({
      work: () => {
        results = [work()];
      },
      resolve: () => results.forEach(resolve),
      reject,
    });
    this.#immediate ??= setImmediate(() => this.flush());
    return promise;
  }

  /** Joins the next commit, or starts one soon. Retried until it succeeds. */
  later(work: () => void): void {
    this.#later.push(work);
    this.#flushWithin(laterMs);
  }

  /** Like `later`, but only the newest write of a name is kept. */
  latest(name: string, work: () => void): void {
    this.#latest.set(name, work);
    this.#flushWithin(laterMs);
  }

  flush(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
    const waiting = this.#waiting;
    const later = [...this.#later, ...this.#latest.values()];
    if (waiting.length + later.length === 0) return;
    this.#waiting = [];
    try {
      this.#transaction([...later, ...waiting.map(({ work }) => work)]);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      if (!this.#isFailing) this.#log.error({ err: error }, 'the bus cannot write; it keeps trying');
      this.#isFailing = true;
      this.#flushWithin(retryMs);
      return;
    }
    if (this.#isFailing) this.#log.info('the bus can write again');
    this.#isFailing = false;
    this.#later = [];
    this.#latest.clear();
    for (const { resolve } of waiting) resolve();
  }

  /** Makes the last commit; later writes are rejected. */
  close(): void {
    this.flush();
    clearTimeout(this.#timer);
    this.#closed = true;
  }

  #flushWithin(ms: number): void {
    if (this.#closed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.flush(), ms);
    this.#timer.unref();
  }

  #transaction(works: readonly (() => void)[]): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const work of works) work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
