import type { Notification } from '@earshot/proto/http/outreach';
import { texts } from './texts.ts';

/** Notifications that are shown as one. */
export interface NotificationGroup {
  /** The id of the oldest, which stays when newer ones join. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The newest first; at least one. */
  readonly members: readonly [Notification, ...Notification[]];
}

const localDay = (iso: string) => new Date(iso).toDateString();

/**
 * What the notifications of a group have in common. Read ones stay apart from new ones, so that the figures of the new ones are
 * those of what is new. New leads are of one community, or of scans of several; without their number they cannot be added.
 */
function subjectOf({ id, kind, title, link, leads, isRead, createdAt }: Notification): string {
  const what = kind !== 'new-leads' ? title : leads === undefined ? id : '';
  return JSON.stringify([kind, what, link, isRead, localDay(createdAt)]);
}

function grouped(members: readonly [Notification, ...Notification[]]): NotificationGroup {
  const [newest] = members;
  const id = members.at(-1)?.id ?? newest.id;
  const times = members.length;
  if (times === 1) return { id, title: newest.title, text: newest.text, members };
  if (newest.kind !== 'new-leads') {
    return { id, title: newest.title, text: texts.times(times, newest.text), members };
  }
  const leads = members.reduce((sum, one) => sum + (one.leads ?? 0), 0);
  return { id, title: texts.newLeads(leads, newest.communityLabel), text: texts.inScans(times), members };
}

/** Groups notifications of one day with the same subject. The group with the newest member is first. `list`: the newest first. */
export function groupsOf(list: readonly Notification[]): readonly NotificationGroup[] {
  const bySubject = new Map<string, [Notification, ...Notification[]]>();
  for (const one of list) {
    const subject = subjectOf(one);
    const members = bySubject.get(subject);
    if (members) members.push(one);
    else bySubject.set(subject, [one]);
  }
  return [...bySubject.values()].map(grouped);
}
