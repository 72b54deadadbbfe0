import type { Lead } from '@earshot/proto/http/lead';
import { type MessageType, messageTypes, tones } from '@earshot/proto/values';
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keptTexts } from '../../lib/kept-texts.ts';

const words = z.object({
  text: z.string(),
  /** What a generated draft took the place of; null: nothing was lost. */
  before: z.string().nullable(),
});
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

const nothing = { text: '', before: null };
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

/** Puts a generated text in the place of what is there, which can be brought back. */
export function withGenerated(old: Draft, messageType: MessageType, text: string): Draft {
  const had = old[messageType].text;
  return { ...old, [messageType]: { text, before: had.trim() === '' || had === text ? null : had } };
}

/** Brings back what a generated text took the place of, and keeps that one instead. */
export function withFormer(old: Draft): Draft {
  const { text, before } = old[old.messageType];
  return before === null ? old : { ...old, [old.messageType]: { text: before, before: text } };
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
