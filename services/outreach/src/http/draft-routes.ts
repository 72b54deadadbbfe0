import { type Route, route } from '@earshot/service-kit';
import { draftContract } from '@earshot/proto/http';
import { previewLength, previewOf } from '@earshot/proto/values';
import { authorLabel, sourceView } from '@earshot/sources';
import type { Reminder as ReminderView, SavedDraft as DraftView } from '@earshot/proto/http/drafts';
import type { LeadContext } from '../domain/generate-message.ts';
import { type Reminder, type ReminderRepository, setReminder } from '../domain/reminder.ts';
import { type LeadFacts, type SavedDraft, type SavedDraftRepository, saveDraft } from '../domain/saved-draft.ts';
import type { SentMessageRepository } from '../domain/sent-message.ts';

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
      const { leadId, ...page } = query;
      const found = await savedDrafts.latest(userId, leadId, page);
      return found.map(leadId === undefined ? presentPreview : presentDraft);
    }),
    route(draftContract.saveDraft, async ({ userId, params, body: { messageType, basedOn, ...content } }) => {
      const key = { userId, leadId: params.id, messageType };
      const version = typeof basedOn === 'string' ? new Date(basedOn) : basedOn;
      const saved = await saveDraft(key, { ...content, basedOn: version, updatedAt: now() }, deps);
      return saved && presentDraft(saved);
    }),
    route(draftContract.listReminders, async ({ userId, query }) => {
      return (await reminders.list(userId, query)).map(presentReminder);
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
  const labels = labelsOf({ ...draft, leadSource });
  const isEdited = draft.made?.text !== draft.text;
  return { ...draft, ...labels, isEdited, isPreview: false, updatedAt: updatedAt.toISOString() };
}

/** A list of many drafts sends neither whole texts nor the texts that they were made from. */
function presentPreview(saved: SavedDraft): DraftView {
  const draft = presentDraft(saved);
  const made = draft.made && { ...draft.made, text: '', rules: null };
  return { ...draft, made, text: previewOf(draft.text), isPreview: draft.text.length > previewLength };
}

function presentReminder({ leadSource, userId: _userId, remindAt, remindedAt, ...reminder }: Reminder): ReminderView {
  return {
    ...reminder,
    ...labelsOf({ ...reminder, leadSource }),
    remindAt: remindAt.toISOString(),
    remindedAt: remindedAt?.toISOString() ?? null,
  };
}
