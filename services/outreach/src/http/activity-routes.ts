import { appError } from '@earshot/core';
import { absoluteUrl, type Route, route } from '@earshot/service-kit';
import { outreachContract } from '@earshot/proto/http';
import { previewLength, previewOf } from '@earshot/proto/values';
import { authorLabel, communityLabel, sourceView } from '@earshot/sources';
import type { ActivityItem as ItemView, Notification as NotificationView } from '@earshot/proto/http/outreach';
import type { UserId } from '@earshot/proto/refs';
import type { ActivityItem, ActivityRepository } from '../domain/activity.ts';
import type { Notification, NotificationRepository } from '../domain/notification.ts';

/** Neither list is paged. */
const shown = 100;

/** The activity feed and the notifications. */
export function activityRoutes(deps: { activity: ActivityRepository; notifications: NotificationRepository }): Route[] {
  const { activity, notifications } = deps;
  const notificationsOf = async (userId: UserId) =>
    (await notifications.newest(userId, shown)).map(presentNotification);
  return [
    route(outreachContract.listDirectMessages, async ({ userId, request: { origin } }) => {
      return (await activity.newest(userId, 'dm', shown)).map((item) => previewItem(presentItem(item, origin)));
    }),
    route(outreachContract.listComments, async ({ userId, request: { origin } }) => {
      return (await activity.newest(userId, 'comment', shown)).map((item) => previewItem(presentItem(item, origin)));
    }),
    route(outreachContract.getActivity, async ({ userId, params, request: { origin } }) => {
      const item = await activity.find(userId, params.id);
      if (item === null) throw appError('activity.not-found', { activityId: params.id });
      return presentItem(item, origin);
    }),
    route(outreachContract.listNotifications, async ({ userId }) => notificationsOf(userId)),
    route(outreachContract.readNotifications, async ({ userId, body }) => {
      await notifications.markRead(userId, body.ids);
      return notificationsOf(userId);
    }),
  ];
}

function presentItem(
  { leadId: _leadId, leadSource, createdAt, postUrl, postTitle, ...item }: ActivityItem,
  origin: string | null,
): ItemView {
  const labels = { ...sourceView(leadSource), recipientLabel: authorLabel(leadSource, item.recipient) };
  const words = { redditPostUrl: absoluteUrl(postUrl, origin), redditPostTitle: postTitle };
  return { ...item, ...labels, ...words, isPreview: false, createdAt: createdAt.toISOString() };
}

function previewItem(item: ItemView): ItemView {
  return { ...item, content: previewOf(item.content), isPreview: item.content.length > previewLength };
}

function presentNotification(notification: Notification): NotificationView {
  const { userId: _userId, leadSource, community, createdAt, ...fields } = notification;
  const source = leadSource === undefined ? {} : sourceView(leadSource);
  const named =
    leadSource === undefined || community === undefined
      ? {}
      : { subreddit: community, communityLabel: communityLabel(leadSource, community) };
  return { ...fields, ...source, ...named, createdAt: createdAt.toISOString() };
}
