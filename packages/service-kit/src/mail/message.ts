import { createHash } from 'node:crypto';
import type { Mail } from './mailer.ts';

/** What nodemailer makes a message of. */
export interface Message {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Record<string, string>;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

/** A short name of anything, from which it cannot be read back. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The message of a mail: its Message-ID follows from the key, so that a repetition can be told from a second mail. */
export function messageOf(mail: Mail, from: string): Message {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // One recipient, whatever signs the address holds: text would be read as a list.
    to: { name: '', address: mail.to },
    messageId: `<${shortHash(mail.key)}@${domain}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // No machine answers a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
