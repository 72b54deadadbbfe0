/** How far down a community is in the cache. */
export interface Level {
  /** Posts newer than this are in the cache; null before the first. */
  readonly floor: Date | null;
  /** Nothing more will come. */
  readonly done: boolean;
}

/** How far down a reader has come, for one that works behind it. Holds a date, never posts. */
export class Watermark {
  #level: Level = { floor: null, done: false };
  #next = Promise.withResolvers<void>();

  /** The level now. */
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
    // Nobody may be waiting just now; the next who asks still gets the error.
    this.#next.promise.catch(() => undefined);
    this.#next.reject(error);
  }

  #set(level: Level): void {
    this.#level = level;
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }
}
