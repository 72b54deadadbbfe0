/** How far back the posts of a community are in the cache. */
export interface Level {
  /** Posts newer than this are in the cache; null before the first page. */
  readonly floor: Date | null;
  /** Reading is complete. */
  readonly done: boolean;
}

/** Passes the position of a reader to a consumer that follows it. Holds a date and no posts. */
export class Watermark {
  #level: Level = { floor: null, done: false };
  #next = Promise.withResolvers<void>();

  /** The current level. */
  get level(): Level {
    return this.#level;
  }

  /** Resolves when the level is no longer `seen`; rejects when the reader failed. */
  async past(seen: Level): Promise<void> {
    if (this.#level === seen) await this.#next.promise;
  }

  lower(floor: Date): void {
    this.#set({ floor, done: false });
  }

  finish(floor: Date): void {
    this.#set({ floor, done: true });
  }

  fail(error: unknown): void {
    // Prevents an unhandled rejection if nothing is waiting. The next call of `past` still rejects.
    this.#next.promise.catch(() => undefined);
    this.#next.reject(error);
  }

  #set(level: Level): void {
    this.#level = level;
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}
