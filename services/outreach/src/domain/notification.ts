import type { Notification as View } from '@earshot/proto/http/outreach';
import type { UserId } from '@earshot/proto/refs';

/** A notification of a user. */
export interface Notification extends Omit<
  View,
  'createdAt' | 'source' | 'sourceLabel' | 'subreddit' | 'communityLabel'
> {
  readonly userId: UserId;
  /** The source of the lead or the community that it concerns; absent where it concerns no single one. */
  readonly leadSource?: string;
  /** The name of the only community that the scan read. */
  readonly community?: string;
  readonly createdAt: Date;
}

/** An event in words for users. */
export interface NotificationContent extends Pick<
  Notification,
  'kind' | 'title' | 'text' | 'link' | 'leadSource' | 'leads' | 'community'
> {
  readonly userId: UserId;
  /** Identifies the event: it creates one notification, even if it is delivered repeatedly. */
  readonly source: string;
}

/** Notifications, each scoped to its user; old ones expire. */
export interface NotificationRepository {
  /** Newest first, at most `limit`. */
  newest(userId: UserId, limit: number): Promise<Notification[]>;
  /** Marks the given notifications of the user as read, or all of them without ids. */
  markRead(userId: UserId, ids: readonly string[] | undefined): Promise<void>;
  /** Stores it once per source. */
  keep(notification: Notification, source: string): Promise<void>;
}

/** Stores a notification unless the user disabled them. */
export async function notify(
  content: NotificationContent,
  deps: {
    notifications: NotificationRepository;
    /** `none` disables notifications. Read for each event, because the user may have changed it. */
    notificationMethod: (userId: UserId) => Promise<string>;
    newId: () => string;
    now: () => Date;
  },
): Promise<void> {
  if ((await deps.notificationMethod(content.userId)) === 'none') return;
  const { source, ...shown } = content;
  await deps.notifications.keep({ ...shown, id: deps.newId(), isRead: false, createdAt: deps.now() }, source);
}
