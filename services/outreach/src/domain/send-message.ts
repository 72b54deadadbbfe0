import { type AccountSite, siteLabel } from '@earshot/sources';
import { type AppError, appError } from '@earshot/core';
import type { Lead } from '@earshot/proto/http/lead';
import type { DraftVariant } from '@earshot/proto/values';
import { createHash } from 'node:crypto';
import type { LeadId, UserId } from '@earshot/proto/refs';
import { accountSite } from './account-sites.ts';
import { followUp } from './follow-up.ts';
import type { LinkedAccount } from './linked-account.ts';
import { noteReply } from './note-reply.ts';
import { mustReachAuthor } from './reachable-author.ts';
import { outcomeOf } from './send-outcomes.ts';
import type { Conflict, NewMessage, SentMessage } from './sent-message.ts';
import { conclude, type SettleDependencies } from './settle-message.ts';

/** A message that the user asks to send, its receiver and the account to send it from. */
export type Sending = {
  readonly userId: UserId;
  readonly accountId: string;
  readonly leadId: LeadId;
  readonly text: string;
  /** The approach of the draft; null for a text that the user wrote alone. */
  readonly variant: DraftVariant | null;
  /** The caller's `Idempotency-Key` header. */
  readonly key: string | null;
} & (
  | { readonly messageType: 'dm'; readonly recipient: string; readonly subject: string }
  | { readonly messageType: 'comment'; readonly postUrl: string; readonly origin: string | null }
);

export interface SendDependencies extends SettleDependencies {
  /** Throws lead.not-found. */
  readonly lead: (userId: UserId, leadId: LeadId) => Promise<Lead>;
  /** Waits before the next lookup. */
  readonly pause: (ms: number) => Promise<void>;
}

/** Longer than any send takes: two token requests, two attempts and one lookup, at ten seconds each. */
const underWayMs = 75_000;
/** The time within which a repeated message counts as a double click. */
const guardMs = 2 * 60_000;
const lookEveryMs = 100;

/**
 * Sends one message, once. It is stored as pending before the site is called and settled afterwards
 * (docs/decisions/0054-pending-before-sending.md); the result shows the outcome. A repeated idempotency key waits for
 * the first call and returns its result. Throws account.not-found, lead.not-found, lead.no-author, source.unknown and source.no-sending
 * (for the lead's source), request.invalid (for the post's address or an account of another source), account.inactive,
 * message.key-reused, message.already-sent, message.limit.
 */
export async function sendMessage(sending: Sending, deps: SendDependencies): Promise<SentMessage> {
  const before = await sameKey(sending, deps);
  if (before !== null) return before;
  const account = await deps.accounts.find(sending.userId, sending.accountId);
  if (account === null) throw appError('account.not-found', { id: sending.accountId });
  const lead = await deps.lead(sending.userId, sending.leadId);
  mustReachAuthor(lead, sending.messageType);
  const site = accountSite(deps.sources, lead.source, sending.messageType);
  const postId = postIdOf(sending, lead, site);
  mustBeOfSource(account, lead);
  const prepared = newMessage({ sending, lead, postId }, deps);
  if (!account.isActive) throw inactive(account);
  const begun = await deps.messages.begin(prepared, deps.now());
  if (!begun.kept) return conflicted(begun, sending, deps);
  await followUp(prepared.message, deps);
  const answer = await deps.actor.write(account, (token) => write(token, prepared.message, site));
  const reply = await noteReply(answer, { account, site }, deps);
  await conclude(prepared.message, outcomeOf(reply, sending.messageType, siteLabel(lead.source)), deps);
  return current(prepared.message, account, deps);
}

function write(token: string, message: SentMessage, site: AccountSite) {
  const { content: text, postId, recipientUsername: to } = message;
  if (postId !== null) return site.comment(token, { parentId: postId, text });
  return site.compose(token, { to, subject: message.subject ?? '', text });
}

async function current(message: SentMessage, account: LinkedAccount, { messages }: SendDependencies) {
  const found = await messages.find(message.userId, message.id);
  // Its user's account was deleted in the meantime.
  if (found === null) throw appError('account.not-found', { id: account.id });
  return found;
}

/** The message that was sent under this key, as soon as its outcome is known; null when the key is new. */
async function sameKey(sending: Sending, deps: SendDependencies): Promise<SentMessage | null> {
  if (sending.key === null) return null;
  for (;;) {
    const found = await deps.messages.byKey(sending.userId, sending.key);
    if (found === null) return null;
    if (found.content !== contentOf(sending)) throw appError('message.key-reused');
    const { message } = found;
    const isUnderWay = message.status === 'pending' && message.errorMessage === null;
    const givenUp = deps.now().getTime() - message.createdAt.getTime() > underWayMs;
    if (!isUnderWay || givenUp) return message;
    await deps.pause(lookEveryMs);
  }
}

async function conflicted({ because }: Conflict, sending: Sending, deps: SendDependencies): Promise<SentMessage> {
  if (because === 'limit') throw appError('message.limit');
  const same = because === 'key' ? await sameKey(sending, deps) : null;
  if (same === null) throw appError('message.already-sent');
  return same;
}

/** The id of the post that the comment replies to; null for a direct message. */
function postIdOf(sending: Sending, lead: Lead, site: AccountSite): string | null {
  if (sending.messageType === 'dm') return null;
  const postId = site.postNamed(sending.postUrl, sending.origin);
  if (postId === null) throw wrong('postUrl', `postUrl is not the address of a ${siteLabel(lead.source)} post`);
  if (postId !== lead.redditPostId) throw wrong('postUrl', 'postUrl is not the post of this lead');
  return postId;
}

function mustBeOfSource({ source }: LinkedAccount, lead: Lead): void {
  if (source !== lead.source) throw wrong('accountId', `accountId is not an account of ${siteLabel(lead.source)}`);
}

function inactive({ id, source }: LinkedAccount): AppError {
  const message = `${siteLabel(source)} no longer accepts this link; link the account again`;
  return appError('account.inactive', { id, message });
}

function newMessage(
  { sending, lead, postId }: { sending: Sending; lead: Lead; postId: string | null },
  { newId, now }: SendDependencies,
): NewMessage {
  const createdAt = now();
  const isComment = sending.messageType === 'comment';
  const message: SentMessage = {
    id: newId(),
    userId: sending.userId,
    leadId: lead.id,
    accountId: sending.accountId,
    origin: 'account',
    variant: sending.variant,
    replied: false,
    messageType: sending.messageType,
    content: sending.text,
    subject: isComment ? null : sending.subject,
    recipientUsername: isComment ? lead.author : sending.recipient,
    postUrl: isComment ? sending.postUrl : null,
    siteMessageId: null,
    status: 'pending',
    errorMessage: null,
    code: null,
    sentAt: null,
    createdAt,
    postId,
    leadSource: lead.source,
    leadUrl: lead.url,
    leadTitle: lead.title,
    settledBy: null,
  };
  const receiver = postId ?? message.recipientUsername.toLowerCase();
  const guarded = [sending.userId, sending.messageType, receiver, message.subject, sending.text, lead.source];
  return {
    message,
    key: sending.key,
    content: contentOf(sending),
    guard: digest(guarded),
    guardUntil: new Date(createdAt.getTime() + guardMs),
    sweepAt: new Date(createdAt.getTime() + underWayMs),
  };
}

function wrong(field: string, message: string): AppError {
  return appError('request.invalid', { message, fields: { [field]: message } });
}

function contentOf(sending: Sending): string {
  const { messageType, accountId, leadId, text } = sending;
  const receiver = messageType === 'comment' ? [sending.postUrl] : [sending.recipient.toLowerCase(), sending.subject];
  return digest([messageType, accountId, leadId, text, ...receiver]);
}

function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
