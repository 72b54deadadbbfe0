import type { EventOf } from '@earshot/event-bus';
import type { NotificationContent } from '../domain/notification.ts';
import { scanNotification } from '../domain/scan-notification.ts';

/** Notifies the user of the result of a scan, or of the reason why it failed. */
export function onScanEnded({ notifyUser }: { notifyUser: (content: NotificationContent) => Promise<void> }) {
  return async ({ userId, payload }: EventOf<'scanEnded'>): Promise<void> => {
    const { job, communities } = payload.value;
    if (job === undefined) return;
    const { id, status, newLeadsFound, errorMessage = null, funnel, limitResetsAt } = job;
    const limit = { heldBack: funnel?.capped ?? 0, dayIsFull: limitResetsAt !== undefined };
    const { filtered = 0, scored = 0, unscored = 0 } = funnel ?? {};
    const posts = { judged: filtered + scored, unscored };
    const [only = null, another] = communities;
    const community = another === undefined ? only : null;
    const notification = scanNotification({
      id,
      userId,
      status,
      newLeadsFound,
      ...posts,
      ...limit,
      errorMessage,
      community,
    });
    if (notification !== null) await notifyUser(notification);
  };
}
