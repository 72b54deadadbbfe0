import { count } from '../../lib/format.ts';

export const texts = {
  title: 'Notifications',
  button: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  many: '9+',
  markAll: 'Mark all as read',
  unread: 'Unread',
  list: 'Your notifications',
  empty: 'No notifications yet. New leads, finished scans and messages that could not be sent appear here.',
  newLeads: (leads: number, communityLabel: string | undefined) =>
    `${count(leads)} new leads found${communityLabel === undefined ? '' : ` in ${communityLabel}`}`,
  inScans: (scans: number) => `In ${scans} scans. Look at them while the posts are fresh.`,
  times: (times: number, latest: string) => `${times} times. ${latest}`,
  showAll: (members: number) => `Show all ${members}`,
  showFewer: 'Show as one',
  what: 'your notifications',
  close: 'Close notifications',
  readFailed: 'Not marked as read',
} as const;
