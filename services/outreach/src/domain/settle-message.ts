import { type AccountSite, siteLabel, type Sources } from '@earshot/sources';
import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import { accountSiteOrNull } from './account-sites.ts';
import type { AccountActor } from './act-as-account.ts';
import { followUp, type FollowUpDependencies } from './follow-up.ts';
import type { LinkedAccount, LinkedAccountRepository } from './linked-account.ts';
import { meanings, type Outcome, unconfirmedForGood, unconfirmedText } from './send-outcomes.ts';
import type { MessageEvents, SentMessage, Settlement } from './sent-message.ts';

export interface SettleDependencies extends FollowUpDependencies {
  readonly events: MessageEvents;
  readonly accounts: LinkedAccountRepository;
  readonly actor: AccountActor;
  readonly sources: Sources;
  readonly now: () => Date;
  /** Called after each write that carries an event. */
  readonly saved: () => void;
}

/** The time between lookups of an unconfirmed comment. */
const lookAgainMs = 30_000;
/** A comment that is missing after this time was not posted: the site shows one within seconds. */
const giveUpMs = 10 * 60_000;

/** Stores a message's outcome. If several outcomes are reported, the first one counts. */
async function settle(message: SentMessage, settlement: Settlement, deps: SettleDependencies): Promise<void> {
  const { messageSent, messageFailed } = deps.events;
  const event = settlement.status === 'sent' ? messageSent(message) : messageFailed(message);
  const settled = await deps.messages.settle(message.id, settlement, event);
  deps.saved();
  if (settled !== null) await followUp(settled, deps);
}

/** Handles the outcome of a send. Looks for an unconfirmed comment at once. */
export async function conclude(message: SentMessage, outcome: Outcome, deps: SettleDependencies): Promise<void> {
  if (outcome.status === 'sent') {
    const { siteMessageId } = outcome;
    return settle(message, { status: 'sent', siteMessageId, by: 'site', at: deps.now() }, deps);
  }
  const { code, errorMessage } = outcome;
  if (outcome.status === 'failed') return settle(message, { status: 'failed', code, errorMessage, by: 'site' }, deps);
  return resolve(message, code, deps);
}

/**
 * Finds the outcome of a message without a known reply. A comment is looked up among the account's own comments; a
 * direct message cannot be looked up. Nothing is ever resent (docs/decisions/0054-pending-before-sending.md).
 */
export async function resolve(message: SentMessage, code: string | null, deps: SettleDependencies): Promise<void> {
  const { messages } = deps;
  if (message.messageType === 'dm') {
    return messages.defer(message.id, {
      code,
      errorMessage: unconfirmedText('dm', siteLabel(message.leadSource)),
      sweepAt: null,
    });
  }
  const account = await accountOf(message, deps);
  const site = account && accountSiteOrNull(deps.sources, account.source);
  if (account === null || site === null) {
    return messages.defer(message.id, { code, errorMessage: unconfirmedForGood, sweepAt: null });
  }
  const found = await lookFor(message, { account, site }, deps);
  const now = deps.now();
  if (found !== null && found !== 'nowhere') {
    return settle(message, { status: 'sent', siteMessageId: found, by: 'site', at: now }, deps);
  }
  if (found === 'nowhere' && now.getTime() - message.createdAt.getTime() >= giveUpMs) {
    const errorMessage = meanings['NOT_FOUND_AFTERWARDS']?.text ?? '';
    return settle(message, { status: 'failed', code: 'NOT_FOUND_AFTERWARDS', errorMessage, by: 'site' }, deps);
  }
  const sweepAt = new Date(now.getTime() + lookAgainMs);
  return messages.defer(message.id, {
    code,
    errorMessage: unconfirmedText('comment', siteLabel(message.leadSource)),
    sweepAt,
  });
}

async function accountOf({ userId, accountId }: SentMessage, { accounts }: SettleDependencies) {
  const account = accountId === null ? null : await accounts.find(userId, accountId);
  return account?.isActive === true ? account : null;
}

/** The site's id of the comment, `nowhere`, or null when the site could not be read. */
async function lookFor(
  message: SentMessage,
  { account, site }: { account: LinkedAccount; site: AccountSite },
  deps: SettleDependencies,
) {
  const { postId, content: text, createdAt: since, userId } = message;
  if (postId === null) return 'nowhere';
  const trace = { username: account.username, parentId: postId, text, since };
  const found = await deps.actor.read(account, (token) => site.ownComments(token, trace));
  if (found === null) return null;
  const claimed = await deps.messages.claimed(userId, found);
  return found.findLast((name) => !claimed.has(name)) ?? 'nowhere';
}

/** Settles a message with the outcome that the user reports. Throws message.not-found, message.settled. */
export async function settleByUser(
  { userId, id, status }: { userId: UserId; id: string; status: 'sent' | 'failed' },
  deps: SettleDependencies,
): Promise<SentMessage> {
  const message = await deps.messages.find(userId, id);
  if (message === null) throw appError('message.not-found', { id });
  if (message.status !== 'pending') throw appError('message.settled', { id });
  const settlement: Settlement =
    status === 'sent'
      ? { status, siteMessageId: null, by: 'user', at: deps.now() }
      : { status, code: null, errorMessage: 'You told us that it did not arrive', by: 'user' };
  await settle(message, settlement, deps);
  const after = await deps.messages.find(userId, id);
  if (after === null) throw appError('message.not-found', { id });
  // The site's reply may have settled it first.
  if (after.status !== status) throw appError('message.settled', { id });
  return after;
}
