/** One mail to one person. */
export interface Mail {
  /** Names the mail for good: the same key is the same mail, with the same Message-ID, however often it is sent. */
  readonly key: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Hands mails over. Promises, checked by one contract suite for every adapter: when `send` resolves, somebody else has
 * the mail safely; sending a key again is no second mail where the receiver knows Message-IDs, and the last one counts.
 */
export interface Mailer {
  /** Rejects with MailNotSent within a minute, whatever the server does. */
  send(mail: Mail): Promise<void>;
  /** Removes what this adapter itself keeps of mails to an address; what a mail server took is out of reach. */
  forget(address: string): Promise<void>;
}

/** The mail is not on its way. Says why, but never to whom or what. */
export class MailNotSent extends Error {
  /** Trying again will not help: the server refuses this mail itself. */
  readonly permanent: boolean;
  constructor(reason: string, options: { permanent: boolean; cause?: unknown }) {
    super(`the mail was not taken: ${reason}`);
    this.name = 'MailNotSent';
    this.permanent = options.permanent;
  }
}
