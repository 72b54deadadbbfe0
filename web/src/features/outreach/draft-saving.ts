import type { draftContract, SavedDraft } from '@earshot/proto/http/drafts';
import { type MessageType, messageTypes } from '@earshot/proto/values';
import { z } from 'zod';
import { keptTexts } from '../../lib/kept-texts.ts';
import { changeDraft, type Draft, draftOf, type Writer } from './drafts.ts';

/** The form in which a text is saved. */
type Content = z.input<typeof draftContract.saveDraft.body>;

const contentOf = (draft: Draft, messageType: MessageType): Content => {
  const { text, made, subject } = draft[messageType];
  return { messageType, tone: draft.tone, text, subject, made };
};

const marks = z.partialRecord(z.enum(messageTypes), z.string()).catch({});
const placeOf = (leadId: string) => `draft-saved:${leadId}`;

function marksOf(leadId: string): z.infer<typeof marks> {
  try {
    return marks.parse(JSON.parse(keptTexts.read(placeOf(leadId)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Notes that the server has this content, also over a reload. */
export function noteSaved(leadId: string, content: Content): void {
  const noted = { ...marksOf(leadId), [content.messageType]: JSON.stringify(content) };
  keptTexts.keep(placeOf(leadId), JSON.stringify(noted));
}

/** The content of each type that the server does not have yet. An empty text counts only if it replaces a saved one. */
export function unsavedOf(leadId: string, draft: Draft): Content[] {
  const noted = marksOf(leadId);
  return messageTypes
    .map((messageType) => contentOf(draft, messageType))
    .filter((content) => {
      const mark = noted[content.messageType];
      if (mark === undefined) return content.text.trim() !== '';
      return mark !== JSON.stringify(content);
    });
}

/**
 * Puts saved texts into the composer, for example those of another browser. A text of this tab that is not saved yet
 * stays. Without any text in this tab, the composer opens with the type of the latest saved text.
 */
export function adoptSaved(lead: Writer, saved: readonly SavedDraft[]): void {
  const before = draftOf(lead);
  const unsaved = new Set(unsavedOf(lead.id, before).map(({ messageType }) => messageType));
  const isEmpty = messageTypes.every((messageType) => before[messageType].text.trim() === '');
  for (const one of saved) {
    const { messageType, tone, text, subject, made } = one;
    if (unsaved.has(messageType)) continue;
    noteSaved(lead.id, { messageType, tone, text, subject, made });
    changeDraft(lead, (old) => ({ ...old, tone, [messageType]: { ...old[messageType], text, subject, made } }));
  }
  const [latest] = saved;
  if (isEmpty && latest) changeDraft(lead, (old) => ({ ...old, messageType: latest.messageType, tone: latest.tone }));
}
