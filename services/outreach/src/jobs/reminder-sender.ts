import type { Logger } from '@earshot/core';
import { type Part, repeatedWork } from '@earshot/service-kit';

const everyMs = 15_000;

/** Sends the reminders that are due, as a part of the service. */
export function reminderSender({ send, log }: { send: () => Promise<void>; log: Logger }): Part {
  return repeatedWork({ name: 'reminder sender', everyMs, work: send, log, failure: 'reminders could not be sent' });
}
