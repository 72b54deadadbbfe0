import { z } from 'zod';
import {
  declineCodes,
  draftOrigins,
  draftVariants,
  messageStates,
  messageTypes,
  ruleVerdicts,
  tones,
} from '../values.ts';
import { timestamp } from './contract.ts';
import { sourceView } from './source.ts';

/** The recipient for display, in addition to the bare name. */
export const recipientView = { ...sourceView, recipientLabel: z.string() };

/** The name of the user's own tone in which a draft was written, also after the tone was deleted; absent for the others. */
export const toneView = { ownTone: z.string().optional() };

/** The check of a draft against the rules of the post's community. `rule` is a quoted rule, null if no rule applies. */
export const rulesCheck = z.object({
  verdict: z.enum(ruleVerdicts),
  rule: z.string().nullable(),
  reason: z.string(),
});
export type RulesCheck = z.infer<typeof rulesCheck>;

/** A draft in one approach. */
export const messageVariant = z.object({
  variant: z.enum(draftVariants),
  message: z.string(),
  origin: z.enum(draftOrigins),
  rules: rulesCheck,
});
export type MessageVariant = z.infer<typeof messageVariant>;

/**
 * The drafts of one request for a lead. `message`, `origin` and `rules` are those of the first of its `variants`.
 * `sentAt` is null until one of them is sent.
 */
export const generatedMessage = z.object({
  id: z.string(),
  leadId: z.string(),
  userId: z.string(),
  ...recipientView,
  recipient: z.string(),
  leadTitle: z.string(),
  message: z.string(),
  messageType: z.enum(messageTypes),
  tone: z.enum(tones),
  ...toneView,
  origin: z.enum(draftOrigins),
  rules: rulesCheck.nullable(),
  variants: z.array(messageVariant),
  sentAt: timestamp.nullable(),
  status: z.enum(messageStates),
  createdAt: timestamp,
});
export type GeneratedMessage = z.infer<typeof generatedMessage>;

/** There is no good draft for the post, so nothing was stored. `reason` is a sentence for the user. */
export const declinedDraft = z.object({
  message: z.literal(''),
  tone: z.enum(tones),
  declined: z.object({ code: z.enum(declineCodes), reason: z.string() }),
});
export type DeclinedDraft = z.infer<typeof declinedDraft>;
