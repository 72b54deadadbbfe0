import type { EventOf } from '@earshot/event-bus';
import type { News } from '../domain/notification.ts';
import { scanNews } from '../domain/scan-news.ts';

/** Notifies the user of the result of a scan, or of the reason why it failed. */
export function onScanEnded({ notifyUser }: { notifyUser: (news: News) => Promise<void> }) {
  return async ({ userId, payload }: EventOf<'scanEnded'>): Promise<void> => {
    const { job, communities } = payload.value;
    if (job === undefined) return;
    const { id, status, newLeadsFound, errorMessage = null, funnel, limitResetsAt } = job;
    const limit = { heldBack: funnel?.capped ?? 0, dayIsFull: limitResetsAt !== undefined };
    const [only = null, another] = communities;
    const community = another === undefined ? only : null;
    const news = scanNews({ id, userId, status, newLeadsFound, ...limit, errorMessage, community });
    if (news !== null) await notifyUser(news);
  };
}
