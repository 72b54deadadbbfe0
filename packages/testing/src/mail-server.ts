import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** How the server treats the next mails. */
export type MailServerMood =
  /** Accepts them. */
  | 'takes'
  /** Rejects the recipient temporarily with 451, like greylisting. */
  | 'later'
  /** Rejects the recipient permanently with 550. */
  | 'refuses'
  /** Accepts the whole mail and does not answer. */
  | 'hangs'
  /** Keeps the mail, and drops the connection instead of answering 250. */
  | 'drops';

/** A mail as received. */
export interface TakenMail {
  readonly to: readonly string[];
  readonly source: Buffer;
}

/** A real SMTP server on a free loopback port, whose behaviour a test controls. */
export interface MailServer {
  readonly url: string;
  /** Mails answered with 250, and mails kept while the connection was dropped. */
  readonly taken: readonly TakenMail[];
  /** Number of mails with a named recipient so far, regardless of the outcome. */
  attempts(): number;
  be(mood: MailServerMood): void;
  mood(): MailServerMood;
  stop(): Promise<void>;
}

/**
 * Set `port` to restart at the address of an earlier server. With `tls`, the server speaks TLS with a certificate that
 * nobody trusts.
 */
export async function startMailServer(port = 0, { tls = false } = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  let mood: MailServerMood = 'takes';
  let attempts = 0;
  const server = new SMTPServer({
    secure: tls,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_address, _session, callback) => {
      attempts += 1;
      if (mood === 'later') return callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
      if (mood === 'refuses') return callback(Object.assign(new Error('no such user'), { responseCode: 550 }));
      return callback();
    },
    onData: (stream, session, callback) => {
      const take = (source: Buffer) => {
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), source };
        if (mood === 'hangs') return;
        taken.push(mail);
        if (mood === 'takes') callback();
        else for (const connection of server.connections) connection.close();
      };
      // An interrupted transfer is not a mail.
      buffer(stream).then(take, () => undefined);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    url: `${tls ? 'smtps' : 'smtp'}://127.0.0.1:${portOf(address)}`,
    taken,
    attempts: () => attempts,
    be: (wanted) => {
      mood = wanted;
    },
    mood: () => mood,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return address.port;
}
