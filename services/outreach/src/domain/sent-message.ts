import type { SentMessage as View } from '@earshot/proto/http/outreach';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { MessageState } from '@earshot/proto/values';

/** A message of the user, as the message history has it. */
export interface SentMessage extends Omit<View, 'sentAt' | 'createdAt' | 'source' | 'sourceLabel' | 'recipientLabel'> {
  readonly sentAt: Date | null;
  readonly createdAt: Date;
  /** The source's id of the post that a comment answers. */
  readonly thing: string | null;
  /** Source and post of the lead, for the activity feed. */
  readonly leadSource: string;
  readonly leadUrl: string;
  readonly leadTitle: string;
  /** Who told what became of it; null while it is pending. */
  readonly settledBy: 'site' | 'user' | null;
}

/** A message before it goes out, and what keeps it single. */
export interface NewMessage {
  readonly message: SentMessage;
  /** Digest of everything that the user asked for. */
  readonly content: string;
  /** The user's own key for this sending; null without one. */
  readonly key: string | null;
  /** Digest of words and receiver: the same again waits until the first failed, or for a while. */
  readonly guard: string;
  readonly guardUntil: Date;
  /** When to look what became of it, if nobody has told until then. */
  readonly sweepAt: Date;
}

/** Why a message was not kept: another one has the key, or says the same to the same. */
export type Conflict = { readonly kept: false; readonly because: 'key' | 'guard' };

/** What became of a message. */
export type Settlement =
  | {
      readonly status: 'sent';
      readonly redditMessageId: string | null;
      readonly by: 'site' | 'user';
      readonly at: Date;
    }
  | {
      readonly status: 'failed';
      readonly code: string | null;
      readonly errorMessage: string;
      readonly by: 'site' | 'user';
    };

/** The message history, scoped to users wherever a user asks. */
export interface SentMessageRepository {
  /** Newest first, at most `limit`. */
  newest(userId: string, limit: number): Promise<SentMessage[]>;
  find(userId: string, id: string): Promise<SentMessage | null>;
  /** The message that was sent under a key, and the digest of what was asked for then. */
  byKey(userId: string, key: string): Promise<{ message: SentMessage; content: string } | null>;
  /** Keeps a pending message; one with a key needs no guard. */
  begin(message: NewMessage, now: Date): Promise<{ readonly kept: true } | Conflict>;
  /** Settles a pending message with its event in one write; null when it was settled already. */
  settle(id: string, settlement: Settlement, event: OutgoingEvent): Promise<SentMessage | null>;
  /** Leaves it pending, and says why; `sweepAt` null: only the user can tell now. */
  defer(id: string, why: { code: string | null; errorMessage: string | null; sweepAt: Date | null }): Promise<void>;
  /** Pending messages whose time to look has come, the longest waiting first. */
  due(now: Date, limit: number): Promise<SentMessage[]>;
  /** Which of these full names belong to other messages of the user. */
  claimed(userId: string, redditMessageIds: readonly string[]): Promise<Set<string>>;
  /** Messages whose state the feed and the drafts have not been told yet. */
  untold(limit: number): Promise<SentMessage[]>;
  /** They have been told of this state; false: the message itself is gone. */
  told(id: string, status: MessageState): Promise<boolean>;
  /** Whether one was sent, or may have been, through an account to this lead. */
  reallySent(userId: string, leadId: string, messageType: SentMessage['messageType']): Promise<boolean>;
  /** Keeps what the user told with a lead's status, once. */
  keepTold(message: SentMessage, source: { revision: number }): Promise<void>;
  /** Takes back what was told with this lead's status before that revision. */
  withdrawTold(userId: string, leadId: string, before: number): Promise<void>;
}

/** The events of the message history. */
export interface MessageEvents {
  messageSent(message: SentMessage): OutgoingEvent;
  messageFailed(message: SentMessage): OutgoingEvent;
}
