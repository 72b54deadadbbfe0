import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Logger } from '@earshot/core';
import { MailNotSent, type Part } from '@earshot/service-kit';
import { deliver, type DeliveryDependencies } from '../domain/mails/deliver.ts';

/** Milliseconds between two checks for mails that are due or were left by another process. */
const checkEveryMs = 5_000;
/** Milliseconds for which a claim is exclusive: more than twice the longest sending. */
const claimMs = 2 * 60_000;
/** Mails sent concurrently: a hanging server blocks only these. */
const atOnce = 4;
/** Milliseconds that a stop waits for mails being sent. */
const stopPatienceMs = 4_000;

/** Sends the queued mails: at once when notified, and again after a crash. */
export interface MailSender extends Part {
  /** Reports that a mail is due. */
  notify(): void;
}

export interface MailSenderOptions extends Omit<DeliveryDependencies, 'failed'> {
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the other services have started. Until then mails wait, without using up attempts. */
  readonly ready: () => boolean;
}

/** Creates the sender; one per auth process. Processes share the queue, and each mail is claimed by one. */
export function mailSender(deps: MailSenderOptions): MailSender {
  const { clock, log, queue } = deps;
  const now = () => clock.now();
  const failed: DeliveryDependencies['failed'] = (facts, error) => {
    // The message of MailNotSent names no person; other errors are bugs and are logged in full.
    const why = error instanceof MailNotSent ? { reason: error.message } : { err: error };
    log.warn({ ...facts, ...why }, 'a mail could not be sent');
  };
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let notifications = 0;
  let readable = true;
  const running = new Set<Promise<void>>();

  const work = async () => {
    for (let seen = -1; seen !== notifications && !stopped;) {
      seen = notifications;
      for (let mail = await next(); mail !== null; mail = await next()) await deliver(mail, now, { ...deps, failed });
    }
  };
  const next = async () => (stopped || !deps.ready() ? null : queue.claim(now(), new Date(now().getTime() + claimMs)));
  const notify = () => {
    notifications += 1;
    if (stopped || running.size >= atOnce) return;
    const worker = work()
      .then(() => {
        readable = true;
      })
      .catch((err: unknown) => {
        // Log once per outage, not once per check.
        if (readable) log.warn({ err }, 'the queue of mails cannot be read; retrying');
        readable = false;
      })
      .finally(() => running.delete(worker));
    running.add(worker);
  };
  return {
    name: 'mail sender',
    notify,
    start: async () => {
      timer = setInterval(notify, checkEveryMs);
      notify();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      // A hanging server must not delay the stop. Interrupted mails are sent again with the same Message-ID.
      await Promise.race([Promise.all(running), wait(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}
