import type { Route } from '@earshot/service-kit';
import { absoluteUrl, route } from '@earshot/service-kit';
import { outreachContract } from '@earshot/proto/http';
import { authorLabel, communityLabel, sourceView } from '@earshot/sources';
import type { ActivityItem as ItemView, Notification as NotificationView } from '@earshot/proto/http/outreach';
import type { ActivityItem, ActivityRepository } from '../domain/activity.ts';
import type { Notification, NotificationRepository } from '../domain/notification.ts';

/** Neither list is paged. */
const shown = 100;

/** The activity feed and the notifications. */
export function newsRoutes(deps: { activity: ActivityRepository; notifications: NotificationRepository }): Route[] {
  const { activity, notifications } = deps;
  const news = async (userId: string) => (await notifications.newest(userId, shown)).map(presentNotification);
  return [
    route(outreachContract.listDirectMessages, async ({ userId, request: { origin } }) => {
      return (await activity.newest(userId, 'dm', shown)).map((item) => presentItem(item, origin));
    }),
    route(outreachContract.listComments, async ({ userId, request: { origin } }) => {
      return (await activity.newest(userId, 'comment', shown)).map((item) => presentItem(item, origin));
    }),
    route(outreachContract.listNotifications, async ({ userId }) => news(userId)),
    route(outreachContract.readNotifications, async ({ userId, body }) => {
      await notifications.markRead(userId, body.ids);
      return news(userId);
    }),
  ];
}

function presentItem(
  { leadId: _leadId, leadSource, createdAt, ...item }: ActivityItem,
  origin: string | null,
): ItemView {
  const labels = { ...sourceView(leadSource), recipientLabel: authorLabel(leadSource, item.recipient) };
  const redditPostUrl = absoluteUrl(item.redditPostUrl, origin);
  return { ...item, ...labels, redditPostUrl, createdAt: createdAt.toISOString() };
}

function presentNotification(notification: Notification): NotificationView {
  const { userId: _userId, leadSource, community, createdAt, ...news } = notification;
  const source = leadSource === undefined ? {} : sourceView(leadSource);
  const named =
    leadSource === undefined || community === undefined
      ? {}
      : { subreddit: community, communityLabel: communityLabel(leadSource, community) };
  return { ...news, ...source, ...named, createdAt: createdAt.toISOString() };
}
