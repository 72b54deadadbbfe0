import type { Lead } from '@earshot/proto/http/lead';
import { type GeneratedMessage, type MessageVariant, messageVariant, rulesCheck } from '@earshot/proto/http/outreach';
import { draftOrigins, draftVariants, type MessageType, messageTypes, tones } from '@earshot/proto/values';
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

const words = z.object({
  text: z.string(),
  /** How the text was generated; null if the user wrote it alone. It stays while the user edits and is dropped when the text is empty. */
  made: making.nullable().default(null),
  /** The text that a generated draft replaced; null if nothing was replaced. */
  before: z.string().nullable(),
  madeBefore: making.nullable().default(null),
  /** The approaches of the latest generated draft; empty without one. */
  variants: z.array(messageVariant).default([]),
  /** The subject of a direct message; null for the default one. */
  subject: z.string().nullable().default(null),
});
export type Words = z.infer<typeof words>;
const draft = z.object({
  userId: z.string(),
  messageType: z.enum(messageTypes),
  tone: z.enum(tones),
  /** Separate texts, because comments are public: switching the type must not turn a private message into a comment. */
  dm: words,
  comment: words,
});

/** The unsent texts to the author of a lead, one for each message type. */
export type Draft = z.infer<typeof draft>;

const nothing: Words = { text: '', made: null, before: null, madeBefore: null, variants: [], subject: null };
const keyOf = (leadId: string) => `draft:${leadId}`;

/** Parses a stored draft; an invalid one or one of another user counts as none. */
export function readDraft(kept: string | null, userId: string): Draft {
  const found = parse(kept);
  if (found?.userId === userId) return found;
  return { userId, messageType: 'dm', tone: 'professional', dm: nothing, comment: nothing };
}

function parse(kept: string | null): Draft | undefined {
  if (kept === null) return undefined;
  try {
    return draft.safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

/** Whether the user has written or edited a text. */
const isOwn = ({ text, made }: Pick<Words, 'text' | 'made'>) => text.trim() !== '' && text !== made?.text;

type Generated = Pick<GeneratedMessage, 'id' | 'message' | 'messageType' | 'origin' | 'rules' | 'variants'>;

/** Replaces the text with the first variant of a generated one; the old text can be restored. */
export function withGenerated(old: Draft, generated: Generated): Draft {
  const { id, message: text, messageType, origin, rules, variants } = generated;
  const made = { id, text, origin, rules, variant: variants[0]?.variant ?? null };
  const replaced = withMade(old, messageType, made);
  return { ...replaced, [messageType]: { ...replaced[messageType], variants } };
}

/** Replaces the text with another variant of the generated one; an edited text can be restored. */
export function withVariant(old: Draft, messageType: MessageType, chosen: MessageVariant): Draft {
  const { message: text, variant, origin, rules } = chosen;
  return withMade(old, messageType, { id: old[messageType].made?.id ?? null, text, origin, rules, variant });
}

/** A text of the user that can already be restored is kept in preference to another generated text. */
function withMade(old: Draft, messageType: MessageType, made: z.infer<typeof making>): Draft {
  const had = old[messageType];
  const { text } = made;
  const ownWaits = had.before !== null && isOwn({ text: had.before, made: had.madeBefore });
  const isLost = had.text.trim() !== '' && had.text !== text && (isOwn(had) || !ownWaits);
  const former = isLost ? { before: had.text, madeBefore: had.made } : {};
  const kept = ownWaits ? { before: had.before, madeBefore: had.madeBefore } : { before: null, madeBefore: null };
  return { ...old, [messageType]: { ...had, text, made, ...kept, ...former } };
}

/** Swaps the current text with the one that can be restored. */
export function withFormer(old: Draft): Draft {
  const { text, made, before, madeBefore, ...rest } = old[old.messageType];
  if (before === null) return old;
  return { ...old, [old.messageType]: { ...rest, text: before, made: madeBefore, before: text, madeBefore: made } };
}

/** Applies the user's edit. */
export function withWritten(old: Draft, messageType: MessageType, text: string): Draft {
  const had = old[messageType];
  return { ...old, [messageType]: { ...had, text, made: text.trim() === '' ? null : had.made } };
}

/** A lead, as far as its draft needs it. */
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
  const kept = useSyncExternalStore(keptTexts.subscribe, () => keptTexts.read(keyOf(id)));
  return useMemo(() => readDraft(kept, userId), [kept, userId]);
}
