import { mailAddressHeader } from '@earshot/service-kit';
import type { Request, RequestHandler } from 'express';
import { safe, showPage, showSignIn } from '../http/page.ts';
import type { Viewer } from '../http/viewer.ts';
import type { CaughtMail } from './catch-all.ts';

/**
 * Shows the received mails as text: to a signed-in user those to the address of the account, to the operator all. Mail
 * content is never shown as HTML.
 */
export function mailPage(
  mails: () => readonly CaughtMail[],
  viewer: (request: Request) => Viewer | null,
): RequestHandler {
  return (request, response) => {
    const who = viewer(request);
    if (who === null) return showSignIn(request, response);
    if (who.kind === 'operator') {
      response.set('cache-control', 'no-store').type('text/plain').send(mails().map(plain).join('\n'));
      return undefined;
    }
    const address = addressOf(request);
    const found = mails().filter(({ recipients }) => recipients.includes(address));
    const note =
      '<p>Mails to your address, newest first. Earshot sent them here, and to nobody else. Set SMTP_URL to send mails to people.</p>';
    const content = found.length === 0 ? '<p>No mail has come yet.</p>' : found.map(article).join('\n');
    return showPage(request, response, { status: 200, title: 'Mail', content: `<h1>Mail</h1>${note}${content}` });
  };
}

/** The gateway adds the address of the account, percent-encoded. Without it the page is empty. */
function addressOf(request: Request): string {
  return decodeURIComponent(request.get(mailAddressHeader) ?? '').toLowerCase();
}

function article({ from, recipients, subject, text, receivedAt }: CaughtMail): string {
  const when = receivedAt.toISOString();
  const facts = `From ${safe(from)} to ${safe(recipients.join(', '))} · <time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time>`;
  return `<article><h2>${safe(subject)}</h2><p class="facts">${facts}</p><div class="text">${safe(text)}</div></article>`;
}

function plain({ from, recipients, subject, text, receivedAt }: CaughtMail): string {
  return `From: ${from}\nTo: ${recipients.join(', ')}\nDate: ${receivedAt.toISOString()}\nSubject: ${subject}\n\n${text}\n${'-'.repeat(72)}\n`;
}
