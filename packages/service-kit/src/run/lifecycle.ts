import type { Logger } from '@earshot/core';

/** Milliseconds for a stop, in addition to the linger. Parts that still run after that are left running. */
const stopDeadlineMs = 10_000;

interface Stoppable {
  readonly name: string;
  stop(): Promise<void>;
}

/**
 * Records the started parts in order and stops them in reverse order, under one deadline. A part that fails to stop is
 * logged and does not prevent the others from stopping.
 */
export class Lifecycle {
  readonly #started: Stoppable[] = [];
  readonly #log: Logger;
  readonly #deadlineMs: number;
  readonly #leaving = new AbortController();
  #stopping: Promise<void> | undefined;

  /** Clients have `lingerMs` to leave during the stop. */
  constructor(log: Logger, lingerMs: number) {
    this.#log = log;
    this.#deadlineMs = stopDeadlineMs + lingerMs;
  }

  /** Aborted when the stop begins, before the first part is stopped. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  started(part: Stoppable): void {
    this.#started.push(part);
  }

  /** Safe to call twice; the second call waits for the first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    this.#leaving.abort();
    const deadline = AbortSignal.timeout(this.#deadlineMs);
    const late = new Promise<'late'>((resolve) => {
      deadline.addEventListener('abort', () => resolve('late'), { once: true });
    });
    for (const part of this.#started.toReversed()) {
      const outcome = await Promise.race([part.stop().then(() => 'stopped' as const), late]).catch((err: unknown) => {
        this.#log.error({ err, part: part.name }, 'could not stop cleanly');
      });
      if (outcome === 'late') this.#log.warn({ part: part.name }, 'left running: the stop took too long');
    }
  }
}
