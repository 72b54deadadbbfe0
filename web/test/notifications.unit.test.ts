import type { Notification } from '@earshot/proto/http/outreach';
import { expect, it } from '@jest/globals';
import { groupsOf } from '../src/features/notifications/groups.ts';

let made = 0;
const one = (fields: Partial<Notification> = {}): Notification => ({
  id: `n${(made += 1)}`,
  kind: 'scan-ended',
  title: 'No new leads found',
  text: 'No new post looks like a customer.',
  link: '/dashboard/leads',
  isRead: false,
  createdAt: new Date(2026, 0, 2, 12).toISOString(),
  ...fields,
});
const leads = (count: number, fields: Partial<Notification> = {}) =>
  one({ kind: 'new-leads', title: `${count} new leads found`, text: 'Look.', leads: count, ...fields });
const saas = { link: '/dashboard/leads?subreddit=SaaS&source=reddit', communityLabel: 'r/SaaS' };
const rows = (...list: Notification[]) =>
  groupsOf(list).map(({ title, text, members }) => [title, text, members.length]);

it('adds up the new leads of a community, and of scans of several', () => {
  const list = [leads(700, saas), leads(3), leads(500, saas), leads(4)];
  expect(rows(...list)).toEqual([
    ['1,200 new leads found in r/SaaS', 'In 2 scans. Look at them while the posts are fresh.', 2],
    ['7 new leads found', 'In 2 scans. Look at them while the posts are fresh.', 2],
  ]);
});

it('counts others of the same title, and shows the newest text', () => {
  const failed = (text: string) => one({ kind: 'scan-failed', title: 'Scan failed', text });
  expect(
    rows(failed('Reddit is down'), one(), failed('r/gone is private'), one({ title: 'New leads held back' })),
  ).toEqual([
    ['Scan failed', '2 times. Reddit is down', 2],
    ['No new leads found', 'No new post looks like a customer.', 1],
    ['New leads held back', 'No new post looks like a customer.', 1],
  ]);
});

it('keeps apart other days, what is read, other leads, and new leads whose number is not known', () => {
  const lead = (id: string) =>
    one({ kind: 'follow-up', title: 'Follow up with u/ada', link: `/dashboard/leads?lead=${id}` });
  const { leads: _leads, ...older } = leads(2);
  const yesterday = new Date(2026, 0, 1, 23, 59).toISOString();
  const list = [
    leads(1),
    leads(1, { isRead: true }),
    leads(1, { createdAt: yesterday }),
    older,
    { ...older, id: 'other' },
  ];
  expect(groupsOf([...list, lead('a'), lead('b')])).toHaveLength(7);
});

it('a group keeps its id when a newer one joins', () => {
  const list = [leads(2), leads(1)];
  const [before] = groupsOf(list);
  const [after] = groupsOf([leads(3), ...list]);
  expect(after).toMatchObject({ id: before?.id, title: '6 new leads found' });
});
