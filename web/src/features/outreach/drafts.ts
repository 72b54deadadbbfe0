import type { Lead } from '@earshot/proto/http/lead';
import { type GeneratedMessage, type MessageVariant, messageVariant, rulesCheck } from '@earshot/proto/http/outreach';
import { draftOrigins, draftVariants, type MessageType, tones } from '@earshot/proto/values';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keptTexts } from '../../lib/kept-texts.ts';

/** The origin, the approach and the rules check of a generated draft, with its id and its original text. */
const making = z.object({
  id: z.string().nullable().default(null),
  text: z.string(),
  origin: z.enum(draftOrigins),
  rules: rulesCheck.nullable(),
  variant: z.enum(draftVariants).nullable().default(null),
});

const written = z.object({
  text: z.string(),
  /** The tone in which the text was generated. */
  tone: z.enum(tones).default('professional'),
  /** The name of the user's custom tone, which replaces `tone`; null for a built-in tone. */
  ownTone: z.string().nullable().default(null),
  /** How the text was generated; null if the user wrote it alone. It stays while the user edits and is dropped when the text is empty. */
  made: making.nullable().default(null),
});

/** A text as the server stores it. */
const content = written.extend({ subject: z.string().nullable() });
export type DraftContent = z.infer<typeof content>;

/** The saved part of a text, with its fields in one order. */
export const contentOf = (of: z.input<typeof content>): DraftContent => content.parse(of);

/** `updatedAt` is null if the server stored nothing, because the text was sent already. */
const version = z.object({ updatedAt: z.string().nullable(), content });
/** A version of a draft on the server: its content and when it was saved. */
export type SavedVersion = z.infer<typeof version>;

const words = written.extend({
  /** The text that another one replaced, which can be restored; null if nothing was replaced. */
  former: written.nullable().default(null),
  /** The approaches of the latest generated draft; empty without one. */
  variants: z.array(messageVariant).default([]),
  /** The subject of a direct message; null for the default one. */
  subject: z.string().nullable().default(null),
  /** The version on the server that this text started from or was saved as; null if the server has none. */
  saved: version.nullable().default(null),
  /** A version that was saved elsewhere while this text was unsaved. The user chooses one of the two. */
  other: version.nullable().default(null),
});
export type Words = z.infer<typeof words>;

const draft = z.object({
  userId: z.string(),
  /** Separate texts, because comments are public: switching the type must not turn a private message into a comment. */
  dm: words,
  comment: words,
});

/** The unsent texts to the author of a lead, one for each message type. */
export type Draft = z.infer<typeof draft>;

export const noWords: Words = words.parse({ text: '' });
const keyOf = (leadId: string) => `draft:${leadId}`;

/** Parses a stored draft; an invalid one or one of another user counts as none. */
export function readDraft(kept: string | null, userId: string): Draft {
  const found = parse(kept);
  return found?.userId === userId ? found : { userId, dm: noWords, comment: noWords };
}

function parse(kept: string | null): Draft | undefined {
  if (kept === null) return undefined;
  try {
    return draft.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

export const isBlank = ({ text }: Pick<Words, 'text'>) => text.trim() === '';

/** When a text was saved, as a sort key: an unsaved text sorts after all saved ones, and a blank text before them. */
const savedAt = (of: Words) => (isBlank(of) ? '' : (of.saved?.updatedAt ?? '\uffff'));

/** The message type to show for a lead where the user has chosen none: the one with the latest text. */
export const typeWithText = ({ dm, comment }: Draft): MessageType =>
  savedAt(comment) > savedAt(dm) ? 'comment' : 'dm';

/** Whether the user has written or edited a text. */
export const isOwn = (of: Pick<Words, 'text' | 'made'>) => !isBlank(of) && of.text !== of.made?.text;

type Generated = Pick<
  GeneratedMessage,
  'id' | 'message' | 'messageType' | 'tone' | 'ownTone' | 'origin' | 'rules' | 'variants'
>;

/** Replaces the text with the first variant of a generated one; the old text can be restored. */
export function withGenerated(old: Draft, generated: Generated): Draft {
  const { id, message: text, messageType, tone, ownTone = null, origin, rules, variants } = generated;
  const made = { id, text, origin, rules, variant: variants[0]?.variant ?? null };
  return { ...old, [messageType]: { ...replaced(old[messageType], { text, tone, ownTone, made }), variants } };
}

/** Replaces the text with another variant of the generated one; an edited text can be restored. */
export function withVariant(old: Draft, messageType: MessageType, chosen: MessageVariant): Draft {
  const { message: text, variant, origin, rules } = chosen;
  const { tone, ownTone, made } = old[messageType];
  const by = { text, tone, ownTone, made: { id: made?.id ?? null, text, origin, rules, variant } };
  return { ...old, [messageType]: replaced(old[messageType], by) };
}

/** Replaces the text. A restorable text that the user wrote is not overwritten by a generated one. */
export function replaced(had: Words, by: z.infer<typeof written>): Words {
  const { text, tone, ownTone, made, former } = had;
  const ownWaits = former !== null && isOwn(former);
  const isLost = !isBlank(had) && text !== by.text && (isOwn(had) || !ownWaits);
  return { ...had, ...by, former: isLost ? { text, tone, ownTone, made } : ownWaits ? former : null };
}

/** Swaps the current text with the one that can be restored. */
export function withFormer(old: Draft, messageType: MessageType): Draft {
  const { text, tone, ownTone, made, former, ...rest } = old[messageType];
  if (former === null) return old;
  return { ...old, [messageType]: { ...rest, ...former, former: { text, tone, ownTone, made } } };
}

/** Applies the user's edit. */
export function withWritten(old: Draft, messageType: MessageType, text: string): Draft {
  const had = old[messageType];
  return { ...old, [messageType]: { ...had, text, made: text.trim() === '' ? null : had.made } };
}

/** The fields of a lead that its draft needs. */
export type Writer = Pick<Lead, 'id' | 'userId'>;

/** Applies the user's subject; an empty one means the default. */
export function withSubject(old: Draft, subject: string): Draft {
  return { ...old, dm: { ...old.dm, subject: subject.trim() === '' ? null : subject } };
}

/** The current draft for a lead. */
export const draftOf = ({ id, userId }: Writer): Draft => readDraft(keptTexts.read(keyOf(id)), userId);

/** Changes the draft for a lead, whether or not it is visible. */
export function changeDraft(lead: Writer, change: (old: Draft) => Draft): void {
  keptTexts.keep(keyOf(lead.id), JSON.stringify(change(draftOf(lead))));
}

/** The draft for a lead. It survives collapsing the card, navigation and a reload, until the tab is closed. */
export function useDraft({ id, userId }: Writer): Draft {
  const storedText = useSyncExternalStore(keptTexts.subscribe, () => keptTexts.read(keyOf(id)));
  return useMemo(() => readDraft(storedText, userId), [storedText, userId]);
}
