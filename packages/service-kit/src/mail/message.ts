import { createHash } from 'node:crypto';
import type { Mail } from './mailer.ts';

/** The input from which nodemailer creates a message. */
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

/** Returns a short hash of any text. The text cannot be recovered from it. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/**
 * Creates the message of a mail. Its Message-ID is derived from the key, so that a repetition is not taken for a second
 * mail.
 */
export function messageOf(mail: Mail, from: string): Message {
  const domain = /@([a-z0-9.-]+)>?$/i.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // Passed as an object so that special characters in the address cannot make it a list of recipients.
    to: { name: '', address: mail.to },
    messageId: `<${shortHash(mail.key)}@${domain}>`,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Prevents automatic replies to automatic mails (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
