export const texts = {
  title: 'Notifications',
  button: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  many: '9+',
  markAll: 'Mark all as read',
  unread: 'Unread',
  list: 'Your notifications',
  empty: 'No notifications yet. New leads, finished scans and messages that could not be sent appear here.',
  what: 'your notifications',
  close: 'Close notifications',
  readFailed: 'Not marked as read',
} as const;
