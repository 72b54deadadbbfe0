import type { Logger } from '@earshot/core';
import { type Part, repeatedWork } from '@earshot/service-kit';

const everyMs = 5_000;

/** The sweep of messages as a part of the service: runs at start-up and every few seconds. */
export function messageSweeper({ sweep, log }: { sweep: () => Promise<void>; log: Logger }): Part {
  const failure = 'the sweep of messages failed';
  return repeatedWork({ name: 'message sweeper', everyMs, work: sweep, log, failure });
}
