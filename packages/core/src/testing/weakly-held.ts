import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

/**
 * Objects that a test looks for once their owner should have let go of them. Told by weak references, not by the size of
 * the heap: that is the heap of everything in the process, other services and test servers among it.
 */
export class WeaklyHeld {
  readonly #references: WeakRef<object>[] = [];
  readonly #collect: () => void;

  constructor() {
    setFlagsFromString('--expose-gc');
    this.#collect = z.function().parse(runInNewContext('gc'));
  }

  add(one: object): void {
    this.#references.push(new WeakRef(one));
  }

  get count(): number {
    return this.#references.length;
  }

  /** How many of the first `count`, or of all, live after a collection. One look holds what it finds until its turn of the event loop ends. */
  alive(count = this.#references.length): number {
    this.#collect();
    return this.#references.slice(0, count).filter((reference) => reference.deref() !== undefined).length;
  }
}
