/** A lead as a digest shows it. */
export interface DigestLead {
  readonly leadId: string;
  readonly title: string;
  /** Absent in digests that a version which knew one source collected. */
  readonly source?: string;
  readonly subreddit: string;
  readonly score: number;
  readonly matchReason: string;
}

/** What a mail is about; the queue serves mails of accounts before digests. */
export type MailKind = 'verify-email' | 'reset-password' | 'digest';

/** A mail that was claimed for sending. */
export interface QueuedMail {
  /** The mail's name for good; a digest's holds its job. */
  readonly key: string;
  readonly kind: MailKind;
  /** null: only the address is known, and whether it is anybody's is still to be found out. */
  readonly userId: string | null;
  readonly emailKey: string | null;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
  readonly giveUpAt: Date;
  readonly leads: readonly DigestLead[];
}

/** How a mail ended: on its way, refused or too late, or no longer wanted. */
export type MailOutcome = 'sent' | 'failed' | 'dropped';

/**
 * Mails that are still to be sent, one document each. A crash loses none: a claim ends by itself. Sent ones are
 * remembered for a while, so that an event that comes again makes no second mail.
 */
export interface MailQueue {
  /** Again with the same key does nothing. Whom: an account, or an address of which nothing is known yet. */
  add(
    mail: { key: string; kind: MailKind; giveUpAt: Date } & ({ userId: string } | { emailKey: string }),
    now: Date,
  ): Promise<void>;
  /** The next mail that is due, for this caller alone until `until`; null when none is. */
  claim(now: Date, until: Date): Promise<QueuedMail | null>;
  /** Whose it is was found out: the address is forgotten. */
  belongsTo(key: string, userId: string): Promise<void>;
  /** Not now: due again at `at`. */
  postpone(key: string, at: Date): Promise<void>;
  /** Ends it; what it would have said is forgotten. */
  settle(key: string, outcome: MailOutcome): Promise<void>;
}

/** Digests while their scans run. */
export interface DigestCollector {
  /** Adds leads, each once. `complete`: the scan has ended and all its leads are there, so the digest is due now. */
  collect(jobId: string, userId: string, leads: readonly DigestLead[], now: Date): Promise<'complete' | 'waiting'>;
  /** The scan ended with so many leads; the digest is due when they have come, at `latest` without them. */
  close(
    jobId: string,
    userId: string,
    facts: { newLeads: number; latest: Date; giveUpAt: Date },
    now: Date,
  ): Promise<'complete' | 'waiting'>;
}
