import type { Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import { draftContract } from '@earshot/proto/http';
import { authorLabel, sourceView } from '@earshot/sources';
import type { Reminder as ReminderView, SavedDraft as DraftView } from '@earshot/proto/http/drafts';
import type { LeadContext } from '../domain/generate-message.ts';
import type { Reminder, ReminderRepository } from '../domain/reminder.ts';
import { setReminder } from '../domain/reminder.ts';
import type { LeadFacts, SavedDraft, SavedDraftRepository } from '../domain/saved-draft.ts';
import { saveDraft } from '../domain/saved-draft.ts';
import type { SentMessageRepository } from '../domain/sent-message.ts';

/** Neither list is paged. */
const shown = 1000;

/** Saves drafts and reminders, and lists them. */
export function draftRoutes(deps: {
  savedDrafts: SavedDraftRepository;
  messages: Pick<SentMessageRepository, 'hasSent'>;
  reminders: ReminderRepository;
  lead: LeadContext['lead'];
  now: () => Date;
}): Route[] {
  const { savedDrafts, reminders, now } = deps;
  return [
    route(draftContract.listDrafts, async ({ userId, query }) => {
      return (await savedDrafts.latest(userId, query.leadId, shown)).map(presentDraft);
    }),
    route(draftContract.saveDraft, async ({ userId, params, body: { messageType, ...content } }) => {
      const key = { userId, leadId: params.id, messageType };
      const saved = await saveDraft(key, { ...content, updatedAt: now() }, deps);
      return saved && presentDraft(saved);
    }),
    route(draftContract.listReminders, async ({ userId }) => {
      return (await reminders.list(userId, shown)).map(presentReminder);
    }),
    route(draftContract.setReminder, async ({ userId, params, body }) => {
      const remindAt = body.remindAt === null ? null : new Date(body.remindAt);
      const reminder = await setReminder({ userId, leadId: params.id, remindAt }, deps);
      return reminder && presentReminder(reminder);
    }),
  ];
}

function labelsOf({ leadSource, recipient }: LeadFacts) {
  return { ...sourceView(leadSource), recipientLabel: authorLabel(leadSource, recipient) };
}

function presentDraft({ leadSource, updatedAt, ...draft }: SavedDraft): DraftView {
  return { ...draft, ...labelsOf({ ...draft, leadSource }), updatedAt: updatedAt.toISOString() };
}

function presentReminder({ leadSource, userId: _userId, remindAt, remindedAt, ...reminder }: Reminder): ReminderView {
  return {
    ...reminder,
    ...labelsOf({ ...reminder, leadSource }),
    remindAt: remindAt.toISOString(),
    remindedAt: remindedAt?.toISOString() ?? null,
  };
}
