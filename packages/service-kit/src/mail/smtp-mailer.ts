import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import { type Mailer, MailNotSent } from './mailer.ts';
import { messageOf } from './message.ts';

/** Time limits in milliseconds. A server that works normally needs far less. */
export interface SmtpPatience {
  readonly connectMs: number;
  /** Silence during a session. */
  readonly silenceMs: number;
  /** The whole mail. */
  readonly totalMs: number;
}

const patienceByDefault: SmtpPatience = { connectMs: 10_000, silenceMs: 20_000, totalMs: 45_000 };

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:port`, TLS where the server offers it; `smtps://` for TLS from the start. */
  readonly url: string;
  readonly from: string;
  readonly patience?: SmtpPatience;
}

/** Sends mails to an SMTP server, one connection per mail. A mail counts as sent when the server answers 250. */
export function smtpMailer({ url, from, patience = patienceByDefault }: SmtpMailerOptions): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    keepsMails: false,
    send: async (mail) => {
      transport ??= connectTo(url, patience);
      const signal = AbortSignal.timeout(patience.totalMs);
      try {
        await (await transport).sendMail({ ...messageOf(mail, from), signal });
      } catch (cause) {
        throw notSent(cause);
      }
    },
    forget: async () => undefined,
  };
}

async function connectTo(url: string, { connectMs, silenceMs }: SmtpPatience): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
  });
}

const failure = z.object({
  code: z.string().default('unknown'),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Reports only the server's code, because the server's text often contains the recipient. */
function notSent(cause: unknown): MailNotSent {
  const parsed = failure.safeParse(cause);
  const { code, command, responseCode } = parsed.success ? parsed.data : failure.parse({});
  const reason = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
  // A rejected sign-in or TLS failure is the operator's to fix, and the mail can be sent later.
  const ofMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const permanent = ofMail && responseCode !== undefined && responseCode >= 500 && responseCode !== 503;
  return new MailNotSent(reason, { permanent });
}
