import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** What the server does with the next mails. */
export type MailServerMood =
  /** Takes them. */
  | 'takes'
  /** Not now: 451 to the recipient, as greylisting does. */
  | 'later'
  /** Never: 550 to the recipient. */
  | 'refuses'
  /** Takes all of it and answers nothing. */
  | 'hangs'
  /** Keeps it, and drops the connection instead of its 250. */
  | 'drops';

/** A mail as it came over the wire. */
export interface TakenMail {
  readonly to: readonly string[];
  readonly source: Buffer;
}

/** A real SMTP server on a free port of loopback that does what a test wants. */
export interface MailServer {
  readonly url: string;
  /** What it answered 250 to, and what it kept while it dropped the connection. */
  readonly taken: readonly TakenMail[];
  /** Mails whose recipient was named so far, whatever came of them. */
  attempts(): number;
  be(mood: MailServerMood): void;
  mood(): MailServerMood;
  stop(): Promise<void>;
}

/** `port` to come back where an earlier one was. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const taken: TakenMail[] = [];
  let mood: MailServerMood = 'takes';
  let attempts = 0;
  const server = new SMTPServer({
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
      // A client that leaves in the middle of a mail is no mail.
      buffer(stream).then(take, () => undefined);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    url: `smtp://127.0.0.1:${portOf(address)}`,
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
