import type { EventOf } from '@earshot/event-bus';
import type { News } from '../domain/notification.ts';
import { scanNews } from '../domain/scan-news.ts';

/** A scan ended: its user is told what it found, or why it failed. */
export function onScanEnded({ tell }: { tell: (news: News) => Promise<void> }) {
  return async ({ userId, payload }: EventOf<'scanEnded'>): Promise<void> => {
    const { job } = payload.value;
    if (job === undefined) return;
    const { id, status, newLeadsFound, errorMessage = null } = job;
    const news = scanNews({ id, userId, status, newLeadsFound, errorMessage });
    if (news !== null) await tell(news);
  };
}
