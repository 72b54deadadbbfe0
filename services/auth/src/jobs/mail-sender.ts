import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { MailNotSent } from '@earshot/service-kit';
import type { DeliveryDependencies } from '../domain/mails/deliver.ts';
import { deliver } from '../domain/mails/deliver.ts';

/** Milliseconds between two looks for mails that are due, or that another process left. */
const lookEveryMs = 1_000;
/** Milliseconds a mail is this process's alone: more than twice what sending may take. */
const claimMs = 2 * 60_000;
/** Mails sent at once: a server that hangs holds up these and no more. */
const atOnce = 4;
/** Milliseconds that a stop waits for mails under way. */
const stopPatienceMs = 4_000;

/** Sends what the queue holds, at once when told and again after a crash. */
export interface MailSender extends Part {
  /** Something is due. */
  notify(): void;
}

export interface MailSenderOptions extends Omit<DeliveryDependencies, 'failed'> {
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether it is known where links lead; until then mails wait, which is no attempt. */
  readonly ready: () => boolean;
}

/** One an auth process; several share the queue, each mail being claimed by one. */
export function mailSender(deps: MailSenderOptions): MailSender {
  const { clock, log, queue } = deps;
  const now = () => clock.now();
  const failed: DeliveryDependencies['failed'] = (facts, error) => {
    // Its reason names nobody; any other error is ours.
    const why = error instanceof MailNotSent ? { reason: error.message } : { err: error };
    log.warn({ ...facts, ...why }, 'a mail is not on its way');
  };
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let wanted = 0;
  let readable = true;
  const running = new Set<Promise<void>>();

  const work = async () => {
    for (let seen = -1; seen !== wanted && !stopped;) {
      seen = wanted;
      for (let mail = await next(); mail !== null; mail = await next()) await deliver(mail, now, { ...deps, failed });
    }
  };
  const next = async () => (stopped || !deps.ready() ? null : queue.claim(now(), new Date(now().getTime() + claimMs)));
  const notify = () => {
    wanted += 1;
    if (stopped || running.size >= atOnce) return;
    const worker = work()
      .then(() => {
        readable = true;
      })
      .catch((err: unknown) => {
        // Once an outage, not once a look.
        if (readable) log.warn({ err }, 'the queue of mails cannot be read; it is tried again');
        readable = false;
      })
      .finally(() => running.delete(worker));
    running.add(worker);
  };
  return {
    name: 'mail sender',
    notify,
    start: async () => {
      timer = setInterval(notify, lookEveryMs);
      notify();
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      // A server that hangs must not hold up the stop: what is under way then is sent again, under the same Message-ID.
      await Promise.race([Promise.all(running), wait(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}
