/** One mail to one person. */
export interface Mail {
  /** Identifies the mail. The same key is always the same mail with the same Message-ID, however often it is sent. */
  readonly key: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** In addition to the usual headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends mails. One contract suite checks these guarantees for every adapter. When `send` resolves, the mail is stored
 * safely outside this process. A receiver that checks Message-IDs treats a key that is sent again as the same mail, and
 * the last one counts.
 */
export interface Mailer {
  /** Whether sent mails stay where `forget` removes them. */
  readonly keepsMails: boolean;
  /** Rejects with MailNotSent within a minute, regardless of how the server behaves. */
  send(mail: Mail): Promise<void>;
  /**
   * Removes mails to an address that this adapter has stored. Mails that a mail server has accepted cannot be removed.
   */
  forget(address: string): Promise<void>;
}

/** The mail was not accepted. The message contains the reason, but never the recipient or the content. */
export class MailNotSent extends Error {
  /** True if retrying will not help, because the server rejects this particular mail. */
  readonly permanent: boolean;
  constructor(reason: string, options: { permanent: boolean; cause?: unknown }) {
    super(`the mail was not taken: ${reason}`);
    this.name = 'MailNotSent';
    this.permanent = options.permanent;
  }
}
