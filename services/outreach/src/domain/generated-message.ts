import type { GeneratedMessage as View } from '@earshot/proto/http/outreach';

/** The drafts of one request of a user. */
export interface GeneratedMessage extends Omit<View, 'sentAt' | 'createdAt' | 'sourceLabel' | 'recipientLabel'> {
  readonly sentAt: Date | null;
  readonly createdAt: Date;
}

/** Stores drafts, each scoped to its user. */
export interface GeneratedMessageRepository {
  insert(message: GeneratedMessage): Promise<void>;
  /** Newest first, at most `limit`. */
  newest(userId: string, limit: number): Promise<GeneratedMessage[]>;
  /** Marks the entries of the lead that have a draft with exactly this text as sent. */
  markSent(sent: Pick<GeneratedMessage, 'userId' | 'leadId' | 'messageType' | 'message'>, sentAt: Date): Promise<void>;
  /** Marks a draft of the user as sent that was edited before. */
  markUsed(userId: string, id: string, sentAt: Date): Promise<void>;
}
