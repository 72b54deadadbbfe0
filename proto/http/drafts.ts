import { z } from 'zod';
import { draftOrigins, draftVariants, messageTypes, tones } from '../values.ts';
import { choice, endpoint, idParams, timestamp } from './contract.ts';
import { recipientView, rulesCheck } from './outreach.ts';

/** The longest draft in characters. It is longer than any message, so that a text in the works is never refused. */
const longestDraft = 20_000;
const draftText = (name: string) =>
  z
    .string({ error: `${name} must be a text` })
    .max(longestDraft, `${name} has at most ${longestDraft.toLocaleString('en')} characters`);

/** The generated text that a draft started from: its entry among the generated messages, and what was known about it. */
const making = z.object({
  id: z.string().max(200).nullable(),
  text: draftText('made.text'),
  origin: choice('made.origin', draftOrigins),
  rules: rulesCheck.nullable(),
  variant: choice('made.variant', draftVariants).nullable(),
});

/** The unsent text to the author of a lead. A lead has at most one of each type. `made` is null for the user's own text. */
export const savedDraft = z.object({
  leadId: z.string(),
  userId: z.string(),
  ...recipientView,
  recipient: z.string(),
  leadTitle: z.string(),
  messageType: z.enum(messageTypes),
  tone: z.enum(tones),
  text: z.string(),
  /** Null: the default subject. */
  subject: z.string().nullable(),
  made: making.nullable(),
  updatedAt: timestamp,
});
export type SavedDraft = z.infer<typeof savedDraft>;

/** A day on which the user wants to be reminded of a lead. `remindedAt` is null until then. */
export const reminder = z.object({
  leadId: z.string(),
  ...recipientView,
  recipient: z.string(),
  leadTitle: z.string(),
  remindAt: timestamp,
  remindedAt: timestamp.nullable(),
});
export type Reminder = z.infer<typeof reminder>;

/** Drafts in the works, and reminders of leads. */
export const draftContract = {
  listDrafts: endpoint({
    summary: 'The unsent texts of the user, or of one lead; the latest first, at most 1,000',
    service: 'outreach',
    method: 'GET',
    path: '/api/drafts',
    query: z.object({ leadId: z.string().max(200).optional() }),
    response: z.array(savedDraft),
  }),
  saveDraft: endpoint({
    summary: 'Saves the unsent text to the author of a lead; an empty text deletes it, and the answer is null',
    service: 'outreach',
    method: 'PUT',
    path: '/api/leads/:id/drafts',
    params: idParams,
    body: z.object({
      messageType: choice('messageType', messageTypes),
      tone: choice('tone', tones).default('professional'),
      text: draftText('text'),
      subject: z.string().max(100, 'subject has at most 100 characters').nullable().default(null),
      made: making.nullable().default(null),
    }),
    response: savedDraft.nullable(),
    errors: ['lead.not-found'],
  }),
  listReminders: endpoint({
    summary: 'The reminders of the user, at most 1,000',
    service: 'outreach',
    method: 'GET',
    path: '/api/reminders',
    response: z.array(reminder),
  }),
  setReminder: endpoint({
    summary: 'Sets the time of the reminder of a lead; null removes it',
    service: 'outreach',
    method: 'PUT',
    path: '/api/leads/:id/reminder',
    params: idParams,
    body: z.object({ remindAt: z.iso.datetime({ error: 'remindAt must be a time in UTC, or null' }).nullable() }),
    response: reminder.nullable(),
    errors: ['lead.not-found'],
  }),
};
