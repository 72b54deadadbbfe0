import type { GeneratedMessage as View } from '@earshot/proto/http/outreach';

/** A draft that a user asked for. */
export interface GeneratedMessage extends Omit<View, 'sentAt' | 'createdAt'> {
  readonly sentAt: Date | null;
  readonly createdAt: Date;
}

/** Where drafts are kept, each scoped to its user. */
export interface GeneratedMessageRepository {
  insert(message: GeneratedMessage): Promise<void>;
  /** Newest first, at most `limit`. */
  newest(userId: string, limit: number): Promise<GeneratedMessage[]>;
  /** A draft of the lead that was sent as it was, with exactly these words, is marked. */
  markSent(sent: Pick<GeneratedMessage, 'userId' | 'leadId' | 'messageType' | 'message'>, sentAt: Date): Promise<void>;
}
