import type { ChangeOrigin, NoticeKind } from './mail-queue.ts';
import { type MailText, mailText, type Part } from './texts.ts';

interface Words {
  readonly subject: string;
  readonly event: string;
  readonly wasMe?: string;
  /** The advice if it was somebody else. */
  readonly advice: string;
  /** Whether a new password helps. */
  readonly reset: boolean;
}

const newPassword =
  'If it was not you, set a new password now. This signs out every browser. Then check Sessions in the settings.';
const askOperator = 'If it was not you, someone else controls your account. Tell the operator of this Earshot at once.';

const words: Readonly<Record<NoticeKind, Words>> = {
  'new-device': {
    subject: 'New sign-in to your Earshot account',
    event: 'Someone signed in to your Earshot account from a new browser.',
    wasMe: 'If it was you, you do not need to do anything.',
    advice: newPassword,
    reset: true,
  },
  'password-changed': {
    subject: 'Your Earshot password was changed',
    event: 'The password of your Earshot account was changed. All other browsers were signed out.',
    advice: newPassword,
    reset: true,
  },
  'address-changed': {
    subject: 'The address of your Earshot account was changed',
    event: 'Your Earshot account has a new email address. Emails now go to the new address only.',
    advice: askOperator,
    reset: false,
  },
  'provider-linked': {
    subject: 'A sign-in provider was linked to your Earshot account',
    event: 'An identity provider was linked to your Earshot account. It can be used to sign in.',
    advice: askOperator,
    reset: false,
  },
  'passkey-added': {
    subject: 'A passkey was added to your Earshot account',
    event: 'A passkey was added to your Earshot account. It can be used to sign in.',
    advice: newPassword,
    reset: true,
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your Earshot account',
    event: 'A passkey was removed from your Earshot account. It can no longer be used to sign in.',
    advice: newPassword,
    reset: true,
  },
  'account-deleted': {
    subject: 'Your Earshot account was deleted',
    event: 'Your Earshot account was deleted with all its data. This cannot be undone.',
    advice: 'If it was not you, tell the operator of this Earshot.',
    reset: false,
  },
};

/** Informs about a change: the event, its time and network, and the steps to take if it was somebody else. */
export function noticeText(kind: NoticeKind, { at, network }: ChangeOrigin, baseUrl: string): MailText {
  const { subject, event, wasMe, advice, reset } = words[kind];
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const parts: Part[] = [event, `Time: ${time}. Network address: ${network}.`];
  if (wasMe !== undefined) parts.push(wasMe);
  parts.push(advice);
  if (reset) parts.push({ label: 'Set a new password', url: `${baseUrl}/forgot-password` });
  return mailText(subject, parts);
}
