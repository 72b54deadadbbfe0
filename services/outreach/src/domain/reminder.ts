import type { Lead } from '@earshot/proto/http/lead';
import type { Reminder as View } from '@earshot/proto/http/drafts';
import type { ListPage } from '@earshot/proto/http/list-page';
import { appError } from '@earshot/core';
import { authorLabel } from '@earshot/sources';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { NotificationContent } from './notification.ts';
import { mustHavePost } from './reachable-author.ts';
import { factsOf } from './saved-draft.ts';

/** A time at which the user wants to be reminded of a lead. */
export interface Reminder extends Omit<View, 'source' | 'sourceLabel' | 'recipientLabel' | 'remindAt' | 'remindedAt'> {
  readonly userId: UserId;
  readonly leadSource: string;
  readonly remindAt: Date;
  /** Null until the notification is there. */
  readonly remindedAt: Date | null;
}

/** Reminders, one for each lead. */
export interface ReminderRepository {
  /** The next ones first, at most `limit`. */
  list(userId: UserId, page: ListPage): Promise<Reminder[]>;
  /** Creates the reminder of a lead, or replaces it. */
  set(reminder: Reminder): Promise<void>;
  remove(userId: UserId, leadId: LeadId): Promise<void>;
  /** Reminders of all users whose time has come, the longest waiting first. */
  due(now: Date, limit: number): Promise<Reminder[]>;
  /** Records the notification, unless the user has set another time since. */
  markReminded(reminder: Reminder, at: Date): Promise<void>;
}

const dayMs = 24 * 60 * 60_000;
/** Pages send a morning hour of the chosen day, so today's may have passed in every time zone. */
const pastMs = dayMs;
const aheadMs = 366 * dayMs;

/** Sets the reminder of a lead, or removes it. Throws lead.not-found, request.invalid. */
export async function setReminder(
  wanted: { readonly userId: UserId; readonly leadId: LeadId; readonly remindAt: Date | null },
  deps: {
    reminders: ReminderRepository;
    /** Throws lead.not-found. */
    lead: (userId: UserId, leadId: LeadId) => Promise<Lead>;
    now: () => Date;
  },
): Promise<Reminder | null> {
  const { userId, leadId, remindAt } = wanted;
  const lead = await deps.lead(userId, leadId);
  if (remindAt === null) {
    await deps.reminders.remove(userId, leadId);
    return null;
  }
  mustHavePost(lead);
  const ahead = remindAt.getTime() - deps.now().getTime();
  if (ahead < -pastMs || ahead > aheadMs) {
    const message = 'remindAt must be a time from today to one year ahead';
    throw appError('request.invalid', { message, fields: { remindAt: message } });
  }
  const reminder: Reminder = { userId, leadId, ...factsOf(lead), remindAt, remindedAt: null };
  await deps.reminders.set(reminder);
  return reminder;
}

/** Reminders per sweep; the rest waits for the next one. */
const together = 100;

/**
 * Notifies users of the leads that they wanted to be reminded of. Any replica may run it at any time: a notification is
 * unique by its lead and time. A failure for one reminder does not affect the others.
 */
export async function sendReminders(
  deps: { reminders: ReminderRepository; notifyUser: (content: NotificationContent) => Promise<void>; now: () => Date },
  failed: (leadId: LeadId, error: unknown) => void,
): Promise<void> {
  for (const reminder of await deps.reminders.due(deps.now(), together)) {
    await deps
      .notifyUser(reminderNotification(reminder))
      .then(() => deps.reminders.markReminded(reminder, deps.now()))
      .catch((error: unknown) => failed(reminder.leadId, error));
  }
}

function reminderNotification({
  userId,
  leadId,
  leadSource,
  recipient,
  leadTitle,
  remindAt,
}: Reminder): NotificationContent {
  return {
    userId,
    leadSource,
    source: `reminder:${leadId}:${remindAt.toISOString()}`,
    kind: 'follow-up',
    title: `Follow up with ${authorLabel(leadSource, recipient)}`,
    text: leadTitle,
    link: `/dashboard/leads?lead=${encodeURIComponent(leadId)}`,
  };
}
