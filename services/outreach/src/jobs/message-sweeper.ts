import type { Logger, Part } from '@earshot/platform';

const everyMs = 5_000;

/** The sweep of messages as a part of the service: at its start and every few seconds. */
export function messageSweeper({ sweep, log }: { sweep: () => Promise<void>; log: Logger }): Part {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= sweep()
      .catch((err: unknown) => log.warn({ err }, 'the sweep of messages failed'))
      .finally(() => (running = undefined));
  };
  return {
    name: 'message sweeper',
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
