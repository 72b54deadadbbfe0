import type { Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import type { JobId } from '@earshot/proto/refs';

export interface Settler extends Part {
  /** Settles the job immediately, or together with other requests if it was just settled. */
  soon(jobId: JobId): void;
}

/** A job is settled at most five times a second, even if outcomes arrive faster. */
const spacingMs = 200;

/** Combines requests to settle a job. A crash may lose them, because the sweep settles the running jobs too. */
export function createSettler(options: {
  readonly settle: (jobId: JobId) => Promise<unknown>;
  readonly log: Logger;
}): Settler {
  return new SpacedSettler(options.settle, options.log);
}

interface Slot {
  again: boolean;
  readonly done: Promise<void>;
}

class SpacedSettler implements Settler {
  readonly name = 'scan settler';
  readonly #settle: (jobId: JobId) => Promise<unknown>;
  readonly #log: Logger;
  readonly #slots = new Map<string, Slot>();
  readonly #stop = new AbortController();

  constructor(settle: (jobId: JobId) => Promise<unknown>, log: Logger) {
    this.#settle = settle;
    this.#log = log;
  }

  soon(jobId: JobId): void {
    if (this.#stop.signal.aborted) return;
    const slot = this.#slots.get(jobId);
    if (slot !== undefined) slot.again = true;
    else this.#slots.set(jobId, { again: true, done: this.#run(jobId) });
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#slots.values()].map((slot) => slot.done));
  }

  async #run(jobId: JobId): Promise<void> {
    // Lets `soon` put the slot into the map before it is read here.
    await Promise.resolve();
    for (let slot = this.#slots.get(jobId); slot?.again === true; slot = this.#slots.get(jobId)) {
      slot.again = false;
      await this.#settle(jobId).catch((err: unknown) => this.#log.warn({ err, jobId }, 'could not settle a scan job'));
      await this.#space();
    }
    this.#slots.delete(jobId);
  }

  async #space(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, spacingMs);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}
