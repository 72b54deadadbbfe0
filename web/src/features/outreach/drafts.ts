import type { Lead } from '@earshot/proto/http/lead';
import { type GeneratedMessage, rulesCheck } from '@earshot/proto/http/outreach';
import { draftOrigins, type MessageType, messageTypes, tones } from '@earshot/proto/values';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keptTexts } from '../../lib/kept-texts.ts';

/** What came with a draft that was written for the user, and its text as it came. */
const making = z.object({ text: z.string(), origin: z.enum(draftOrigins), rules: rulesCheck.nullable() });

const words = z.object({
  text: z.string(),
  /** How the text was made; null: by the user alone. It stays while the user changes words, and goes with the last one. */
  made: making.nullable().default(null),
  /** What a generated draft took the place of; null: nothing was lost. */
  before: z.string().nullable(),
  madeBefore: making.nullable().default(null),
});
export type Words = z.infer<typeof words>;
const draft = z.object({
  userId: z.string(),
  messageType: z.enum(messageTypes),
  tone: z.enum(tones),
  /** A comment is read by everybody: what was written for one person never turns into one by a change of type. */
  dm: words,
  comment: words,
});

/** What is being written to the author of a lead: one text for each type of message. */
export type Draft = z.infer<typeof draft>;

const nothing: Words = { text: '', made: null, before: null, madeBefore: null };
const keyOf = (leadId: string) => `draft:${leadId}`;

/** Reads a kept draft; what is not one, or is another user's, counts as none. */
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

/** Whether the user has put words of their own into a text. */
export const isOwn = ({ text, made }: Pick<Words, 'text' | 'made'>) => text.trim() !== '' && text !== made?.text;

type Generated = Pick<GeneratedMessage, 'message' | 'messageType' | 'origin' | 'rules'>;

/**
 * Puts a generated text in the place of what is there, which can be brought back. Own words that wait to be brought back
 * are kept rather than another generated text.
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

/** Brings back what a generated text took the place of, and keeps that one instead. */
export function withFormer(old: Draft): Draft {
  const { text, made, before, madeBefore } = old[old.messageType];
  if (before === null) return old;
  return { ...old, [old.messageType]: { text: before, made: madeBefore, before: text, madeBefore: made } };
}

/** What the user writes. */
export function withWritten(old: Draft, messageType: MessageType, text: string): Draft {
  const had = old[messageType];
  return { ...old, [messageType]: { ...had, text, made: text.trim() === '' ? null : had.made } };
}

type Writer = Pick<Lead, 'id' | 'userId'>;

/** The draft for a lead as it is now. */
export const draftOf = ({ id, userId }: Writer): Draft => readDraft(keptTexts.read(keyOf(id)), userId);

/** Changes the draft for a lead, whether or not it is shown. */
export function changeDraft(lead: Writer, change: (old: Draft) => Draft): void {
  keptTexts.keep(keyOf(lead.id), JSON.stringify(change(draftOf(lead))));
}

/** The draft for a lead. It is kept while the tab lives: over a collapsed card, other pages and a reload. */
export function useDraft({ id, userId }: Writer): Draft {
  const kept = useSyncExternalStore(keptTexts.subscribe, () => keptTexts.read(keyOf(id)));
  return useMemo(() => readDraft(kept, userId), [kept, userId]);
}
