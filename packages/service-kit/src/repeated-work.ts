import type { Logger } from '@earshot/core';
import type { Part } from './service/service.ts';

export interface RepeatedWork extends Part {
  /** Runs the work now, unless a run is in progress or the service has stopped. */
  runNow(): void;
}

/**
 * Runs work at the service's start and then every `everyMs`, never twice at once: a run that is due while one is in
 * progress is skipped. An error is logged as a warning, and the schedule continues. A stop waits for the current run.
 */
export function repeatedWork(options: {
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  readonly log: Logger;
  /** The log message for a failed run. */
  readonly failure: string;
}): RepeatedWork {
  const { name, everyMs, work, log, failure } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  const run = () => {
    if (isStopped) return;
    running ??= work()
      .catch((err: unknown) => log.warn({ err }, failure))
      .finally(() => (running = undefined));
  };
  return {
    name,
    runNow: run,
    start: async () => {
      isStopped = false;
      run();
      timer = setInterval(run, everyMs);
      timer.unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
