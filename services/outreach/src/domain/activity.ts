import type { ActivityItem as View } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';

/** A line of the activity feed. */
export interface ActivityItem extends Omit<View, 'createdAt' | 'source' | 'sourceLabel' | 'recipientLabel'> {
  readonly leadSource: string;
  readonly leadId: string;
  readonly createdAt: Date;
}

/** The activity feed, each item made once however often its cause is told. */
export interface ActivityRepository {
  /** Newest first, at most `limit`. */
  newest(userId: string, activityType: MessageType, limit: number): Promise<ActivityItem[]>;
  /** Makes the item of a message or brings it to the message's state; a settled one does not become pending again. */
  mirror(item: ActivityItem & { messageId: string }): Promise<void>;
  /** Takes the item of a message away. */
  drop(messageId: string): Promise<void>;
  /** Makes the item of a status change, once. */
  keepTold(item: ActivityItem, source: { revision: number }): Promise<void>;
  /** Takes back the items that changes of this lead before that revision made. */
  withdrawTold(userId: string, leadId: string, before: number): Promise<void>;
  /** The lead went back to `new` with this revision. */
  noteWithdrawal(userId: string, leadId: string, revision: number): Promise<void>;
  /** The latest revision with which the lead went back to `new`; 0 if it never did. */
  withdrawnAt(userId: string, leadId: string): Promise<number>;
}
