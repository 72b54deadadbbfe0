import type { ActivityItem as View } from '@earshot/proto/http/outreach';
import type { MessageType } from '@earshot/proto/values';
import type { LeadId, UserId } from '@earshot/proto/refs';

/** An item of the activity feed. */
export interface ActivityItem extends Omit<
  View,
  'createdAt' | 'source' | 'sourceLabel' | 'recipientLabel' | 'isPreview' | 'redditPostUrl' | 'redditPostTitle'
> {
  readonly leadSource: string;
  readonly leadId: LeadId;
  readonly postUrl: string;
  readonly postTitle: string;
  readonly createdAt: Date;
}

/** The activity feed. Each item is created once, even if its event is delivered repeatedly. */
export interface ActivityRepository {
  /** Newest first, at most `limit`. */
  newest(userId: UserId, activityType: MessageType, limit: number): Promise<ActivityItem[]>;
  find(userId: UserId, id: string): Promise<ActivityItem | null>;
  /** Creates or updates the item of a message to match the message. A settled item does not become pending again. */
  mirror(item: ActivityItem & { messageId: string }): Promise<void>;
  /** Removes the item of a message. */
  drop(messageId: string): Promise<void>;
  /** Creates the item of a status change, once. */
  keepReported(item: ActivityItem, source: { revision: number }): Promise<void>;
  /** Removes the items that status changes of this lead before that revision created. */
  withdrawReported(userId: UserId, leadId: LeadId, before: number): Promise<void>;
  /** Records that the lead returned to `new` with this revision. */
  noteWithdrawal(userId: UserId, leadId: LeadId, revision: number): Promise<void>;
  /** The latest revision with which the lead returned to `new`; 0 if it never did. */
  withdrawnAt(userId: UserId, leadId: LeadId): Promise<number>;
}
