import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

/**
 * Tracks objects that their owner should release. It uses weak references, because the heap size would include
 * everything in the process, such as other services and test servers.
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

  /**
   * Counts how many of the first `count` objects, or of all, survive a garbage collection. A check keeps the objects it
   * finds alive until the end of its turn of the event loop.
   */
  alive(count = this.#references.length): number {
    this.#collect();
    return this.#references.slice(0, count).filter((reference) => reference.deref() !== undefined).length;
  }
}
