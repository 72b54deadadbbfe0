import { communityView } from '@earshot/sources';
import type { LeadId } from '@earshot/proto/refs';
import type { DescribedLead } from './mail-queue.ts';

/** The contents of a mail, as text and HTML. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A paragraph, or a link on a separate line. */
export type Part = string | { readonly label: string; readonly url: string };

/** Asks the recipient to confirm their address, and explains what to do if they did not register. */
export function verificationText(url: string): MailText {
  return {
    subject: 'Confirm your email address for Earshot',
    ...both([
      'Someone created an Earshot account with this email address. If it was you, confirm the address:',
      { label: 'Confirm this address', url },
      'The link works for 24 hours. If it was not you, ignore this email and do not open the link. We then send no email to this address.',
    ]),
  };
}

/** Contains the link for setting a new password. */
export function resetText(url: string): MailText {
  return {
    subject: 'Set a new Earshot password',
    ...both([
      'You asked to set a new password for your Earshot account:',
      { label: 'Set a new password', url },
      'The link works once, for 30 minutes. Setting a new password signs you out everywhere. If you did not ask for this, ignore this email. Your password stays the same.',
    ]),
  };
}

/** Asks the recipient to confirm that their Earshot account gets this address. */
export function newAddressText(url: string): MailText {
  return mailText('Confirm the new email address of your Earshot account', [
    'You asked to use this email address for your Earshot account. Confirm it:',
    { label: 'Use this address', url },
    'The link works once, for 24 hours. Until then, the account keeps its current address. If it was not you, ignore this email and do not open the link.',
  ]);
}

/** A mail of paragraphs and links. */
export function mailText(subject: string, parts: readonly Part[]): MailText {
  return { subject, ...both(parts) };
}

/**
 * The leads of one scan, best first. They name their source if they and the user's communities, whose sources are
 * `communitySources`, come from several. `lead` returns Earshot's page of a lead. All external text is escaped.
 */
export function digestText(
  leads: readonly DescribedLead[],
  communitySources: readonly string[],
  urls: { lead: (leadId: LeadId) => string; settings: string; unsubscribe: string; oneClick: string },
): MailText {
  const best = leads.toSorted((a, b) => b.score - a.score || (a.leadId < b.leadId ? -1 : 1));
  const count = best.length === 1 ? '1 new lead' : `${best.length} new leads`;
  const intro = `Your scan found ${count}.`;
  const severalSources = new Set([...best.map(({ source }) => source), ...communitySources]).size > 1;
  const rows = best.map((lead) => ({ ...plain(lead, severalSources), url: urls.lead(lead.leadId) }));
  const outro = 'You get this email because you turned on email notifications.';
  return {
    subject: `${count} on Earshot`,
    text: [
      intro,
      ...rows.map(({ title, facts, reason, url }) => [title, facts, reason, url].filter(Boolean).join('\n')),
      `${outro}\nSettings: ${urls.settings}\nUnsubscribe: ${urls.unsubscribe}`,
    ].join('\n\n'),
    html: page(
      [
        `<p>${escape(intro)}</p>`,
        ...rows.map(
          ({ title, facts, reason, url }) =>
            `<p><a href="${escape(url)}"><strong>${escape(title)}</strong></a><br>${escape(facts)}<br>${escape(reason)}</p>`,
        ),
        `<p style="color:#6b7280;font-size:13px">${escape(outro)} <a href="${escape(urls.settings)}">Settings</a> · <a href="${escape(urls.unsubscribe)}">Unsubscribe</a></p>`,
      ].join('\n'),
    ),
    // RFC 2369 and RFC 8058: mail programs show a button and post to this address.
    headers: { 'List-Unsubscribe': `<${urls.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** Collapses whitespace, so that each text stays on one line. */
function plain(lead: DescribedLead, severalSources: boolean) {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const { sourceLabel, communityLabel } = communityView({ source: lead.source, name: line(lead.community) });
  const facts = [`${lead.score.toFixed(1)} of 10`, communityLabel, ...(severalSources ? [sourceLabel] : [])];
  return {
    title: line(lead.title) || 'A post without a title',
    facts: facts.join(' · '),
    reason: line(lead.matchReason),
  };
}

function both(parts: readonly Part[]): Pick<MailText, 'text' | 'html'> {
  return {
    text: parts.map((part) => (typeof part === 'string' ? part : part.url)).join('\n\n'),
    html: page(parts.map(htmlOf).join('\n')),
  };
}

function htmlOf(part: Part): string {
  if (typeof part === 'string') return `<p>${escape(part)}</p>`;
  return `<p><a href="${escape(part.url)}">${escape(part.label)}</a></p>`;
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"></head>
<body style="font:16px/1.5 sans-serif;max-width:36em">
${content}
<p style="color:#6b7280;font-size:13px">Earshot: within earshot of your next customer.</p>
</body></html>`;
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
