import { z } from 'zod';
import { draftOrigins, draftVariants, messageTypes, tones } from '../values.ts';
import { choice, endpointOf, idParams, timestamp } from './contract.ts';
import { listPage, preview } from './list-page.ts';
import { recipientView, rulesCheck, toneView } from './outreach.ts';

const endpoint = endpointOf('outreach');

/** The longest draft in characters. It is longer than any message, so that a text in the works is never refused. */
const longestDraft = 20_000;
const draftText = (name: string) =>
  z
    .string({ error: `${name} must be a text` })
    .max(longestDraft, `${name} has at most ${longestDraft.toLocaleString('en')} characters`);

/** A community's rule and the reason of a verdict are a few sentences. */
const ruleText = (name: string) => z.string().max(4_000, `${name} has at most 4,000 characters`);

/** The generated text that a draft started from: its entry among the generated messages, and what was known about it. */
const making = z.object({
  id: z.string().max(200).nullable(),
  text: draftText('made.text'),
  origin: choice('made.origin', draftOrigins),
  rules: rulesCheck
    .extend({ rule: ruleText('made.rules.rule').nullable(), reason: ruleText('made.rules.reason') })
    .nullable(),
  variant: choice('made.variant', draftVariants).nullable(),
});
/** Answers do not limit the length of rules. */
const storedMaking = making.extend({ rules: rulesCheck.nullable() });

/**
 * The unsent text to the author of a lead. A lead has at most one of each type. `made` is null for the user's own text.
 * `isEdited`: the text differs from the generated one. In a preview, `made` has no text and no rules.
 */
export const savedDraft = z.object({
  leadId: z.string(),
  userId: z.string(),
  ...recipientView,
  recipient: z.string(),
  leadTitle: z.string(),
  messageType: z.enum(messageTypes),
  tone: z.enum(tones),
  ...toneView,
  text: z.string(),
  /** Null: the default subject. */
  subject: z.string().nullable(),
  made: storedMaking.nullable(),
  isEdited: z.boolean(),
  ...preview,
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
    summary: 'One page of the unsent texts of the user, as previews, or the whole texts of one lead; the latest first',
    method: 'GET',
    path: '/api/drafts',
    query: listPage.extend({ leadId: z.string().max(200).optional() }),
    response: z.array(savedDraft),
  }),
  saveDraft: endpoint({
    summary: 'Saves the unsent text to the author of a lead; an empty text deletes it, and the answer is null',
    method: 'PUT',
    path: '/api/leads/:id/drafts',
    params: idParams,
    body: z.object({
      messageType: choice('messageType', messageTypes),
      tone: choice('tone', tones).default('professional'),
      ownTone: z.string({ error: 'ownTone must be a text' }).max(100, 'ownTone has at most 100 characters').optional(),
      text: draftText('text'),
      subject: z.string().max(100, 'subject has at most 100 characters').nullable().default(null),
      made: making.nullable().default(null),
      /** The `updatedAt` of the saved draft that this text replaces; null for none. Absent: it replaces any. */
      basedOn: z.iso.datetime({ error: 'basedOn must be a time in UTC, or null' }).nullable().optional(),
    }),
    response: savedDraft.nullable(),
    errors: ['lead.not-found', 'lead.removed', 'draft.changed'],
  }),
  listReminders: endpoint({
    summary: 'One page of the reminders of the user',
    method: 'GET',
    path: '/api/reminders',
    query: listPage,
    response: z.array(reminder),
  }),
  setReminder: endpoint({
    summary: 'Sets the time of the reminder of a lead; null removes it',
    method: 'PUT',
    path: '/api/leads/:id/reminder',
    params: idParams,
    body: z.object({ remindAt: z.iso.datetime({ error: 'remindAt must be a time in UTC, or null' }).nullable() }),
    response: reminder.nullable(),
    errors: ['lead.not-found', 'lead.removed'],
  }),
};
