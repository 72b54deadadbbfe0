import type { RequestHandler } from 'express';
import { safe, showPage } from '../http/page.ts';
import type { CaughtMail } from './catch-all.ts';

/** Shows the received mails as text. Mail content is never shown as HTML. */
export function mailPage(mails: () => readonly CaughtMail[]): RequestHandler {
  return (request, response) => {
    const found = mails();
    const note =
      '<p>Mails that Earshot sent here, newest first: nobody else got them. Set SMTP_URL to send them to people.</p>';
    const content = found.length === 0 ? '<p>No mail has come yet.</p>' : found.map(article).join('\n');
    showPage(request, response, { status: 200, title: 'Mail', content: `<h1>Mail</h1>${note}${content}` });
  };
}

function article({ from, to, subject, text, receivedAt }: CaughtMail): string {
  const when = receivedAt.toISOString();
  const facts = `From ${safe(from)} to ${safe(to)} · <time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time>`;
  return `<article><h2>${safe(subject)}</h2><p class="facts">${facts}</p><div class="text">${safe(text)}</div></article>`;
}
