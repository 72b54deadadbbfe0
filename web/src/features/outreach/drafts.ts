import type { Lead } from '@earshot/proto/http/lead';
import { type GeneratedMessage, rulesCheck } from '@earshot/proto/http/outreach';
import { draftOrigins, type MessageType, messageTypes, tones } from '@earshot/proto/values';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keptTexts } from '../../lib/kept-texts.ts';

/** The origin and the rules check of a generated draft, with its original text. */
const making = z.object({ text: z.string(), origin: z.enum(draftOrigins), rules: rulesCheck.nullable() });

const words = z.object({
  text: z.string(),
  /** How the text was generated; null if the user wrote it alone. It stays while the user edits and is dropped when the text is empty. */
  made: making.nullable().default(null),
  /** The text that a generated draft replaced; null if nothing was replaced. */
  before: z.string().nullable(),
  madeBefore: making.nullable().default(null),
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

const nothing: Words = { text: '', made: null, before: null, madeBefore: null };
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
export const isOwn = ({ text, made }: Pick<Words, 'text' | 'made'>) => text.trim() !== '' && text !== made?.text;

type Generated = Pick<GeneratedMessage, 'message' | 'messageType' | 'origin' | 'rules'>;

/**
 * Replaces the text with a generated one; the old text can be restored. A text of the user that can already be restored is kept
 * in preference to another generated text.
 */
export function withGenerated(old: Draft, { message: text, messageType, origin, rules }: Generated): Draft {
  const had = old[messageType];
  const made = { text, origin, rules };
  const ownWaits = had.before !== null && isOwn({ text: had.before, made: had.madeBefore });
  const isLost = had.text.trim() !== '' && had.text !== text && (isOwn(had) || !ownWaits);
  const former = isLost ? { before: had.text, madeBefore: had.made } : {};
  const kept = ownWaits ? { before: had.before, madeBefore: had.madeBefore } : { before: null, madeBefore: null };
  return { ...old, [messageType]: { text, made, ...kept, ...former } };
}

/** Swaps the current text with the one that can be restored. */
export function withFormer(old: Draft): Draft {
  const { text, made, before, madeBefore } = old[old.messageType];
  if (before === null) return old;
  return { ...old, [old.messageType]: { text: before, made: madeBefore, before: text, madeBefore: made } };
}

/** Applies the user's edit. */
export function withWritten(old: Draft, messageType: MessageType, text: string): Draft {
  const had = old[messageType];
  return { ...old, [messageType]: { ...had, text, made: text.trim() === '' ? null : had.made } };
}

type Writer = Pick<Lead, 'id' | 'userId'>;

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
