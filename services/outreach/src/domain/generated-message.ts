import type { ListPage } from '@earshot/proto/http/list-page';
import type { GeneratedMessage as View } from '@earshot/proto/http/outreach';
import type { UserId } from '@earshot/proto/refs';

/** The drafts of one request of a user. */
export interface GeneratedMessage extends Omit<View, 'sentAt' | 'createdAt' | 'sourceLabel' | 'recipientLabel'> {
  readonly sentAt: Date | null;
  readonly createdAt: Date;
}

/** Stores drafts, each scoped to its user. */
export interface GeneratedMessageRepository {
  /** Returns false if the lead has as many drafts as it can have. */
  insert(message: GeneratedMessage): Promise<boolean>;
  remove(userId: UserId, id: string): Promise<void>;
  /** One page, newest first. */
  newest(userId: UserId, page: ListPage): Promise<GeneratedMessage[]>;
  /** Marks the entries of the lead that have a draft with exactly this text as sent. */
  markSent(sent: Pick<GeneratedMessage, 'userId' | 'leadId' | 'messageType' | 'message'>, sentAt: Date): Promise<void>;
  /** Marks a draft of the user as sent that was edited before. */
  markUsed(userId: UserId, id: string, sentAt: Date): Promise<void>;
  /** The message of that time was withdrawn: its entries are drafts again. Returns the newest of them; null for none. */
  unmarkSent(
    of: Pick<GeneratedMessage, 'userId' | 'leadId' | 'messageType'>,
    sentAt: Date,
  ): Promise<GeneratedMessage | null>;
}
