import type { ListPage } from '@earshot/proto/http/list-page';
import type { SentMessage as View } from '@earshot/proto/http/outreach';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { MessageState } from '@earshot/proto/values';
import type { LeadId, UserId } from '@earshot/proto/refs';

/** A message in the user's message history. */
export interface SentMessage extends Omit<
  View,
  | ('sentAt' | 'createdAt' | 'repliedAt' | 'source' | 'sourceLabel' | 'recipientLabel' | 'isPreview')
  | ('redditAccountId' | 'redditMessageId')
> {
  /** The linked account that sent it; null for a message that the user recorded. */
  readonly accountId: string | null;
  /** The site's id of the message; null while it is unknown. */
  readonly siteMessageId: string | null;
  readonly sentAt: Date | null;
  readonly repliedAt?: Date;
  readonly createdAt: Date;
  /** The source's id of the post that the comment replies to. */
  readonly postId: string | null;
  /** The lead's source and post, for the activity feed. */
  readonly leadSource: string;
  readonly leadUrl: string;
  /** Who reported the outcome; null while the message is pending. */
  readonly settledBy: 'site' | 'user' | null;
}

/**
 * A message before it is sent, and the unique fields that prevent duplicates
 * (docs/decisions/0055-two-unique-keys-per-message.md).
 */
export interface NewMessage {
  readonly message: SentMessage;
  /** Digest of the user's complete request. */
  readonly content: string;
  /** The user's idempotency key; null without one. */
  readonly key: string | null;
  /** Digest of text and receiver. An equal message is refused until this one fails, or until `guardUntil`. */
  readonly guard: string;
  readonly guardUntil: Date;
  /** When to look for the outcome if it is still unknown. */
  readonly sweepAt: Date;
}

/** Why a message was not stored: another one has the key, or the same text and receiver, or the lead has too many. */
export type Conflict = { readonly kept: false; readonly because: 'key' | 'guard' | 'limit' };

/** The outcome of a message. */
export type Settlement =
  | {
      readonly status: 'sent';
      readonly siteMessageId: string | null;
      readonly by: 'site' | 'user';
      readonly at: Date;
    }
  | {
      readonly status: 'failed';
      readonly code: string | null;
      readonly errorMessage: string;
      readonly by: 'site' | 'user';
    };

/** The message history. All reads on behalf of a user are scoped to the user. */
export interface SentMessageRepository {
  /** One page, newest first. */
  newest(userId: UserId, page: ListPage): Promise<SentMessage[]>;
  find(userId: UserId, id: string): Promise<SentMessage | null>;
  /** Texts of messages of this type that were sent to other leads, newest first, each text once. */
  lastSent(
    by: Pick<SentMessage, 'userId' | 'messageType'>,
    options: { readonly exceptLead: string; readonly limit: number },
  ): Promise<string[]>;
  /** The message sent under a key, and the digest of its request. */
  byKey(userId: UserId, key: string): Promise<{ message: SentMessage; content: string } | null>;
  /** Stores a pending message. A message with a key is stored even if the guard is taken. */
  begin(message: NewMessage, now: Date): Promise<{ readonly kept: true } | Conflict>;
  /** Settles a pending message with its event in one write; null when it is settled already. */
  settle(id: string, settlement: Settlement, event: OutgoingEvent): Promise<SentMessage | null>;
  /** Leaves it pending and stores the reason. A `sweepAt` of null means that only the user can settle it now. */
  defer(id: string, why: { code: string | null; errorMessage: string | null; sweepAt: Date | null }): Promise<void>;
  /** Pending messages that are due for a lookup, the longest waiting first. */
  due(now: Date, limit: number): Promise<SentMessage[]>;
  /** The site's ids among these that belong to other messages of the user. */
  claimed(userId: UserId, siteMessageIds: readonly string[]): Promise<Set<string>>;
  /** Messages whose current state the feed and the drafts do not reflect yet. */
  awaitingFollowUp(limit: number): Promise<SentMessage[]>;
  /** Records that the feed and the drafts reflect this state. Returns false when the message no longer exists. */
  markFollowedUp(id: string, status: MessageState): Promise<boolean>;
  /** Whether a message of this type was sent, or may have been, to this lead through an account. */
  hasSentThroughAccount(userId: UserId, leadId: LeadId, messageType: SentMessage['messageType']): Promise<boolean>;
  /** Whether a message of this type with exactly this text was sent to the lead. */
  hasSent(to: Pick<SentMessage, 'userId' | 'leadId' | 'messageType'>, content: string): Promise<boolean>;
  /** Stores a message that the user recorded with a lead's status, once. */
  keepReported(message: SentMessage, source: { revision: number }): Promise<void>;
  /** Records whether and when the recipient answered, for all messages that were sent to the lead before that revision. */
  markReplied(userId: UserId, leadId: LeadId, answer: { repliedAt: Date | null; revision: number }): Promise<void>;
  /** The messages that were recorded with this lead's status before that revision. */
  reported(userId: UserId, leadId: LeadId, before: number): Promise<SentMessage[]>;
  /** Removes these messages. */
  withdrawReported(userId: UserId, leadId: LeadId, before: number): Promise<void>;
}

/** The events of the message history. */
export interface MessageEvents {
  messageSent(message: SentMessage): OutgoingEvent;
  messageFailed(message: SentMessage): OutgoingEvent;
}
