import { checkedTtl, type Clock } from '@earshot/core';

interface Entry<V> {
  readonly value: V;
  readonly expiresAtMs: number;
}

/** A map whose entries expire by `clock`. */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #clock: Clock;
  #cursor: MapIterator<[string, Entry<V>]> = this.#entries.entries();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string): Entry<V> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAtMs > this.#clock.now().getTime()) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: V, ttlMs: number): void {
    this.replace(key, value, this.#clock.now().getTime() + checkedTtl(key, ttlMs));
  }

  replace(key: string, value: V, expiresAtMs: number): void {
    this.#entries.set(key, { value, expiresAtMs });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Continues where the last sweep ended. */
  sweep(limit: number): void {
    const nowMs = this.#clock.now().getTime();
    for (let seen = 0; seen < limit; seen += 1) {
      const next = this.#cursor.next();
      if (next.done === true) {
        this.#cursor = this.#entries.entries();
        return;
      }
      const [key, entry] = next.value;
      if (entry.expiresAtMs <= nowMs) this.#entries.delete(key);
    }
  }
}
