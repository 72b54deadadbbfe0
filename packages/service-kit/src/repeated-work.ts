import type { Logger } from '@earshot/core';
import type { Part } from './service.ts';

/**
 * Work that is done at the service's start and every `everyMs` after, never twice at once: a look that is still under way
 * is not joined by the next. What it throws is told as a warning, and the next look comes as ever; a stop waits for it.
 */
export function repeatedWork(options: {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  readonly log: Logger;
  /** What the log says of a look that failed. */
  readonly failure: string;
}): Part {
  const { name, everyMs, work, log, failure } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work()
      .catch((err: unknown) => log.warn({ err }, failure))
      .finally(() => (running = undefined));
  };
  return {
    name,
    start: async () => {
      run();
      timer = setInterval(run, everyMs);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
