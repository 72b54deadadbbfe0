import type { Part } from '@earshot/service-kit';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

/** A received mail. */
export interface CaughtMail {
  readonly receivedAt: Date;
  readonly from: string;
  /** Addresses from the SMTP session, in lower case. The mail's own headers could name others. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** An SMTP server that accepts every mail and forwards none. It keeps the newest in memory. */
export interface CatchAll extends Part {
  /** Newest first. */
  mails(): readonly CaughtMail[];
}

const failure = z.object({ code: z.string() });

/** The number of mails to keep. */
const mostMails = 200;
/** In bytes. Larger mails are rejected. */
const largest = 1_000_000;
/** How long a stop waits for mails in transfer, in milliseconds. */
const closeTimeoutMs = 1_000;

export interface CatchAllOptions {
  readonly port: number;
  readonly host: string;
  readonly now: () => Date;
  /** `reason` is a code: texts of errors may contain addresses. */
  readonly warn: (message: string, reason: string) => void;
}

/** Creates the server without opening its port. `start` opens it. */
export function catchAll({ port, host, now, warn }: CatchAllOptions): CatchAll {
  const caught: CaughtMail[] = [];
  let stop = (): Promise<void> => Promise.resolve();
  return {
    name: 'sandbox mail',
    mails: () => caught,
    start: async () => {
      const { SMTPServer } = await import('smtp-server');
      const server = new SMTPServer({
        disabledCommands: ['AUTH', 'STARTTLS'],
        disableReverseLookup: true,
        size: largest,
        closeTimeout: closeTimeoutMs,
        onData: (stream, { envelope }, callback) => {
          buffer(stream)
            .then(async (source) => {
              if (stream.sizeExceeded) return callback(Object.assign(new Error('too large'), { responseCode: 552 }));
              const recipients = envelope.rcptTo.map(({ address }) => address.toLowerCase());
              caught.unshift({ ...(await read(source)), recipients, receivedAt: now() });
              caught.splice(mostMails);
              return callback();
            })
            .catch((error: unknown) => callback(error instanceof Error ? error : new Error('not readable')));
        },
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      server.on('error', (error) => warn('a mail was not caught', failure.safeParse(error).data?.code ?? 'unknown'));
      stop = () => new Promise((resolve) => server.close(() => resolve()));
    },
    stop: () => stop(),
  };
}

async function read(source: Buffer): Promise<Omit<CaughtMail, 'recipients' | 'receivedAt'>> {
  const { default: PostalMime } = await import('postal-mime');
  const { from, subject, text } = await PostalMime.parse(source);
  return { from: from?.address ?? '', subject: subject ?? '', text: text ?? '' };
}
