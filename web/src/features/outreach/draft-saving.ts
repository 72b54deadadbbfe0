import type { SavedDraft } from '@earshot/proto/http/drafts';
import { type MessageType, messageTypes } from '@earshot/proto/values';
import {
  contentOf,
  type Draft,
  type DraftContent,
  isBlank,
  noWords,
  replaced,
  type SavedVersion,
  type Words,
} from './drafts.ts';

/** A text that the server does not have yet, and the version that it replaces: null for none. */
export interface UnsavedText {
  readonly messageType: MessageType;
  readonly content: DraftContent;
  readonly basedOn: string | null;
}

const isSame = (one: DraftContent, other: DraftContent) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/** An empty text waits only if it replaces a saved one. */
const waits = (words: Words) => (words.saved === null ? !isBlank(words) : !isSame(words, words.saved.content));

/** The texts to save. One that was changed elsewhere waits until the user has chosen. */
export function unsavedOf(draft: Draft): UnsavedText[] {
  return messageTypes
    .filter((messageType) => waits(draft[messageType]) && draft[messageType].other === null)
    .map((messageType) => ({
      messageType,
      content: contentOf(draft[messageType]),
      basedOn: draft[messageType].saved?.updatedAt ?? null,
    }));
}

/**
 * Notes the server's answer to a save. Without a stored draft the text was deleted, or sent already: then it leaves the
 * composer with the next load, and not while the user is writing.
 */
export function withAnswer(draft: Draft, { messageType, content }: UnsavedText, answer: SavedDraft | null): Draft {
  const saved = answer || !isBlank(content) ? { updatedAt: answer?.updatedAt ?? null, content } : null;
  return { ...draft, [messageType]: { ...draft[messageType], saved } };
}

/** Puts the saved texts of the server into the composer. A text that is not saved yet stays. */
export function withSaved(draft: Draft, saved: readonly SavedDraft[]): Draft {
  const wordsFor = (messageType: MessageType) => {
    const found = saved.find((one) => one.messageType === messageType);
    return found ? merged(draft[messageType], found) : withoutSaved(draft[messageType]);
  };
  return { ...draft, dm: wordsFor('dm'), comment: wordsFor('comment') };
}

function merged(words: Words, found: SavedDraft): Words {
  const { updatedAt } = found;
  if (words.saved?.updatedAt === updatedAt) return words;
  const version = { updatedAt, content: contentOf(found) };
  if (isSame(words, version.content)) return { ...words, saved: version, other: null };
  return waits(words) ? { ...words, other: version } : adopted(words, version);
}

/** The draft was sent or deleted, here or elsewhere. */
const withoutSaved = (words: Words): Words =>
  words.saved === null ? words : waits(words) ? { ...words, saved: null, other: null } : ended(words);

/** A sent text is no draft any more; the next one begins in the same tone. */
const ended = ({ tone, ownTone }: Words): Words => ({ ...noWords, tone, ownTone });

/** Replaces the text with a saved version. An edited text can be restored. */
function adopted(words: Words, saved: SavedVersion): Words {
  const { subject, ...written } = saved.content;
  const variants = words.made?.id === written.made?.id ? words.variants : [];
  return { ...replaced(words, written), subject, variants, saved, other: null };
}

/** The user chose the version that was saved elsewhere; their own text can be restored. */
export function withOther(draft: Draft, messageType: MessageType): Draft {
  const words = draft[messageType];
  return words.other === null ? draft : { ...draft, [messageType]: adopted(words, words.other) };
}

/** The user chose the text of this tab: it replaces the version that was saved elsewhere. */
export function withMine(draft: Draft, messageType: MessageType): Draft {
  const words = draft[messageType];
  return { ...draft, [messageType]: { ...words, saved: words.other ?? words.saved, other: null } };
}
