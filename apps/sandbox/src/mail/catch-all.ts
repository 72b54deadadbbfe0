import type { Part } from '@earshot/service-kit';
import { buffer } from 'node:stream/consumers';

/** A received mail. */
export interface CaughtMail {
  readonly receivedAt: Date;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** An SMTP server that accepts every mail and forwards none. It keeps the newest in memory. */
export interface CatchAll extends Part {
  /** Newest first. */
  mails(): readonly CaughtMail[];
}

/** The number of mails to keep. */
const kept = 200;
/** In bytes. Larger mails are rejected. */
const largest = 1_000_000;
/** How long a stop waits for mails in transfer, in milliseconds. */
const closeTimeoutMs = 1_000;

export interface CatchAllOptions {
  readonly port: number;
  readonly host: string;
  readonly now: () => Date;
  readonly warn: (message: string, error: unknown) => void;
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
        onData: (stream, _session, callback) => {
          buffer(stream)
            .then(async (source) => {
              if (stream.sizeExceeded) return callback(Object.assign(new Error('too large'), { responseCode: 552 }));
              caught.unshift(await read(source, now()));
              caught.splice(kept);
              return callback();
            })
            .catch((error: unknown) => callback(error instanceof Error ? error : new Error('not readable')));
        },
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      server.on('error', (error) => warn('a mail was not caught', error));
      stop = () => new Promise((resolve) => server.close(() => resolve()));
    },
    stop: () => stop(),
  };
}

async function read(source: Buffer, receivedAt: Date): Promise<CaughtMail> {
  const { default: PostalMime } = await import('postal-mime');
  const { from, to, subject, text } = await PostalMime.parse(source);
  const addresses = (list: readonly { address?: string | undefined }[]) =>
    list.flatMap(({ address }) => (address === undefined ? [] : [address])).join(', ');
  return {
    receivedAt,
    from: from === undefined ? '' : addresses([from]),
    to: addresses(to ?? []),
    subject: subject ?? '',
    text: text ?? '',
  };
}
