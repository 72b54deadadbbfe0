import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { sourceView } from '@earshot/sources';
import type { NotificationContent } from '../domain/notification.ts';
import { sourcesPage } from '../domain/scan-notification.ts';

type NotifyUser = (content: NotificationContent) => Promise<void>;

/** Notifies the user of a source that gives no posts any more. */
export function onSourceStopped(notifyUser: NotifyUser) {
  return async ({ userId, payload: { value } }: EventOf<'sourceStopped'>): Promise<void> => {
    const { source, state, since, cause } = value;
    const { sourceLabel: label } = sourceView(source);
    const reason = cause === undefined ? '' : `${cause}. `;
    await notifyUser({
      userId,
      kind: 'source-stopped',
      leadSource: source,
      title: `No new posts from ${label}`,
      text: `${reason}${nextStep(state, label)}`,
      link: sourcesPage,
      source: `source-stopped:${source}:${outageOf(since)}:${userId}`,
    });
  };
}

/** Notifies the user that a source gives posts again. */
export function onSourceResumed(notifyUser: NotifyUser) {
  return async ({ userId, payload: { value } }: EventOf<'sourceResumed'>): Promise<void> => {
    const { source, since } = value;
    const { sourceLabel: label } = sourceView(source);
    await notifyUser({
      userId,
      kind: 'source-resumed',
      leadSource: source,
      title: `Posts from ${label} again`,
      text: `Earshot can read ${label} again. It also reads the posts of the meantime that the site still lists.`,
      link: sourcesPage,
      source: `source-resumed:${source}:${outageOf(since)}:${userId}`,
    });
  };
}

function nextStep(state: string, label: string): string {
  if (state === 'misconfigured')
    return `${label} rejects the credentials of this installation. Ask your administrator to check its settings.`;
  const retries = 'Earshot keeps trying.';
  return state === 'refused' ? `${retries} See under Sources what you can do.` : `${retries} You need not do anything.`;
}

function outageOf(since: EventOf<'sourceStopped'>['payload']['value']['since']): string {
  return since === undefined ? '' : timestampDate(since).toISOString();
}
