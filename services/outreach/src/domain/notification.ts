import type { Notification as View } from '@earshot/proto/http/outreach';

/** News for a user. */
export interface Notification extends Omit<View, 'createdAt'> {
  readonly userId: string;
  readonly createdAt: Date;
}

/** What happened, for people. */
export interface News extends Pick<Notification, 'kind' | 'title' | 'text' | 'link'> {
  readonly userId: string;
  /** What it tells of: one notification each, however often it is told. */
  readonly source: string;
}

/** Notifications, each scoped to its user; old ones go by themselves. */
export interface NotificationRepository {
  /** Newest first, at most `limit`. */
  newest(userId: string, limit: number): Promise<Notification[]>;
  /** Marks those that are the user's, all of them without ids. */
  markRead(userId: string, ids: readonly string[] | undefined): Promise<void>;
  /** Keeps it once. */
  keep(notification: Notification, source: string): Promise<void>;
}

/** Keeps news for a user who wants any. */
export async function notify(
  news: News,
  deps: {
    notifications: NotificationRepository;
    /** `none`: the user wants to hear nothing. Asked now, since it may have changed. */
    notificationMethod: (userId: string) => Promise<string>;
    newId: () => string;
    now: () => Date;
  },
): Promise<void> {
  if ((await deps.notificationMethod(news.userId)) === 'none') return;
  const { source, ...shown } = news;
  await deps.notifications.keep({ ...shown, id: deps.newId(), isRead: false, createdAt: deps.now() }, source);
}
