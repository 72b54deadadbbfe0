import type { LeadWords } from '@earshot/proto/http/post-words';
import type { JobId, LeadId, UserId } from '@earshot/proto/refs';

/** A lead in a digest. Its words are read when the digest is sent. */
export interface DigestLead {
  readonly leadId: LeadId;
  readonly source: string;
  readonly community: string;
  readonly score: number;
}

/** A lead in a digest, with the words that the lead service returned for it. */
export type DescribedLead = DigestLead & Pick<LeadWords, 'title' | 'matchReason'>;

/** Informs the user about a change of the account. */
export const noticeKinds = [
  'new-device',
  'password-changed',
  'address-changed',
  'provider-linked',
  'passkey-added',
  'passkey-removed',
  'account-deleted',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The kind of a mail. Account mails are sent before notices, and notices before digests. */
export const mailKinds = ['verify-email', 'reset-password', 'confirm-address', 'digest', ...noticeKinds] as const;
export type MailKind = (typeof mailKinds)[number];

/** When a change happened, and from which network address. */
export interface ChangeOrigin {
  readonly at: Date;
  readonly network: string;
}

/** A mail about a change of an account, or a link to a new address. */
export interface Notice {
  readonly key: string;
  readonly kind: NoticeKind | 'confirm-address';
  readonly giveUpAt: Date;
  /** Absent for an account that no longer exists. */
  readonly userId?: UserId;
  /** The recipient, if it is not the account's address. */
  readonly to?: string;
  readonly facts?: ChangeOrigin;
}

/** A mail claimed for sending. */
export interface QueuedMail {
  /** The mail's permanent id. A digest's id contains its job. */
  readonly key: string;
  readonly kind: MailKind;
  /** null if only the address is known; the sender looks up its account. */
  readonly userId: UserId | null;
  readonly emailKey: string | null;
  /** The recipient, if it is not the account's address. */
  readonly to: string | null;
  readonly facts: ChangeOrigin | null;
  /** Number of claims, including this one. */
  readonly attempts: number;
  readonly giveUpAt: Date;
  readonly leads: readonly DigestLead[];
}

/** The outcome: sent; failed (refused or too late); or dropped (no longer wanted). */
export type MailOutcome = 'sent' | 'failed' | 'dropped';

/**
 * Mails to send, one document each. A crash loses none, because claims expire. Sent mails are remembered for a while,
 * so that a repeated event sends no second mail (docs/decisions/0058-mails-are-documents.md).
 */
export interface MailQueue {
  /** Adding the same key again has no effect. The recipient is an account, or an address that is not yet looked up. */
  add(
    mail: { key: string; kind: MailKind; giveUpAt: Date } & ({ userId: UserId } | { emailKey: string }),
    now: Date,
  ): Promise<void>;
  /**
   * Adds a notice. Adding the same key again has no effect.
   */
  addNotice(mail: Notice, now: Date): Promise<void>;
  /** Claims the next due mail exclusively until `until`. Returns null when none is due. */
  claim(now: Date, until: Date): Promise<QueuedMail | null>;
  /** Stores the recipient's account and deletes the address. */
  belongsTo(key: string, userId: UserId): Promise<void>;
  /** Postpones the mail until `at`. */
  postpone(key: string, at: Date): Promise<void>;
  /** Stores the outcome and deletes the contents. */
  settle(key: string, outcome: MailOutcome): Promise<void>;
}

/** Collects the leads of digests while their scans run. */
export interface DigestCollector {
  /**
   * Adds leads, each once. Returns `complete` if the scan has ended and all its leads have arrived, so that the digest
   * is due.
   */
  collect(jobId: JobId, userId: UserId, leads: readonly DigestLead[], now: Date): Promise<'complete' | 'waiting'>;
  /** Closes the digest of a scan with so many leads. It is due when they have arrived, at the latest at `latest`. */
  close(
    jobId: JobId,
    userId: UserId,
    facts: { newLeads: number; latest: Date; giveUpAt: Date },
    now: Date,
  ): Promise<'complete' | 'waiting'>;
}
