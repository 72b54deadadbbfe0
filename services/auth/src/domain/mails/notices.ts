import type { UserId } from '@earshot/proto/refs';
import { type AccountLimits, withinLimit } from '../account-limits.ts';
import type { MailQueue, NoticeKind } from './mail-queue.ts';

/** Facts of a security-relevant event that its user is informed about. */
export interface NoticeFacts {
  readonly userId: UserId;
  /** The network address that the event came from. */
  readonly network: string;
  /** The recipient, if it is not the account's present address. */
  readonly to?: string;
}

/** Informs users by mail about changes of their account. */
export interface Notices {
  /** Queues a mail. Beyond 10 mails of a kind and user an hour it does nothing. */
  send(kind: NoticeKind, facts: NoticeFacts): Promise<void>;
}

interface Dependencies {
  readonly queue: MailQueue;
  readonly limits: Pick<AccountLimits, 'notices'>;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Called when a mail can be sent. */
  readonly due: () => void;
  /** Whether sent mails stay in the data folder. The mail about a deletion would then outlive the deletion. */
  readonly keepsMails: boolean;
}

/** Milliseconds for which sending a notice is retried. */
const tryForMs = 24 * 3_600_000;

/** Notices are mail documents, sent like other account mails (docs/decisions/0085-confirmed-sessions.md). */
export function notices({ queue, limits, newId, now, due, keepsMails }: Dependencies): Notices {
  return {
    send: async (kind, { userId, network, to }) => {
      const isDeletion = kind === 'account-deleted';
      if (isDeletion && keepsMails) return;
      if (!(await withinLimit(limits.notices, `${kind} ${userId} ${to ?? ''}`))) return;
      const at = now();
      const mail = {
        key: `${kind}:${newId()}`,
        kind,
        giveUpAt: new Date(at.getTime() + tryForMs),
        facts: { at, network },
        ...(to !== undefined && { to }),
        // The mail about a deletion must not be deleted with the account. It is deleted once it was sent.
        ...(!isDeletion && { userId }),
      };
      await queue.addNotice(mail, at);
      due();
    },
  };
}
