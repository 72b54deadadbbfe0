import type { Lead } from '@earshot/proto/http/lead';
import type { SavedDraft as View } from '@earshot/proto/http/drafts';
import type { GeneratedMessageRepository } from './generated-message.ts';
import type { SentMessageRepository } from './sent-message.ts';

/** The unsent text to the author of a lead, as the composer saved it. */
export interface SavedDraft extends Omit<View, 'source' | 'sourceLabel' | 'recipientLabel' | 'updatedAt'> {
  readonly leadSource: string;
  readonly updatedAt: Date;
}

/** Identifies a draft: a lead has at most one of each type. */
export type DraftKey = Pick<SavedDraft, 'userId' | 'leadId' | 'messageType'>;
export type DraftContent = Pick<SavedDraft, 'tone' | 'text' | 'subject' | 'made' | 'updatedAt'>;
/** What a draft shows of its lead. */
export type LeadFacts = Pick<SavedDraft, 'leadSource' | 'recipient' | 'leadTitle'>;

/** Unsent texts, each scoped to its user. */
export interface SavedDraftRepository {
  /** Latest first, at most `limit`; those of one lead if it is given. */
  latest(userId: string, leadId: string | undefined, limit: number): Promise<SavedDraft[]>;
  find(key: DraftKey): Promise<SavedDraft | null>;
  /** Replaces the content of an existing draft; null when there is none. */
  update(key: DraftKey, content: DraftContent): Promise<SavedDraft | null>;
  /** Creates the draft, or replaces its content. */
  save(key: DraftKey, content: DraftContent, lead: LeadFacts): Promise<SavedDraft>;
  /** Removes the draft; with a text only if it still has this text. */
  remove(key: DraftKey, text?: string): Promise<void>;
}

/** What a draft or a reminder keeps of its lead, to be shown and searched. */
export function factsOf({ source, author, title }: Lead): LeadFacts {
  return { leadSource: source, recipient: author, leadTitle: title };
}

/**
 * Saves the user's unsent text. An empty text removes it and returns null. A text that was already sent to the lead is
 * not a draft any more: saving it again, late or from another tab, returns null too. Throws lead.not-found.
 */
export async function saveDraft(
  key: DraftKey,
  content: DraftContent,
  deps: {
    savedDrafts: SavedDraftRepository;
    messages: Pick<SentMessageRepository, 'hasSent'>;
    /** Throws lead.not-found. */
    lead: (userId: string, leadId: string) => Promise<Lead>;
  },
): Promise<SavedDraft | null> {
  const { savedDrafts, messages, lead } = deps;
  if (content.text.trim() === '') {
    // The lead is checked here too: an id of somebody else's lead gets the same answer for every text.
    await lead(key.userId, key.leadId);
    await savedDrafts.remove(key);
    return null;
  }
  // Only the first save of a draft asks for the lead, because a person who writes saves often.
  const updated = await savedDrafts.update(key, content);
  if (updated !== null) return updated;
  const facts = factsOf(await lead(key.userId, key.leadId));
  return (await messages.hasSent(key, content.text.trim())) ? null : savedDrafts.save(key, content, facts);
}

/**
 * A message went out: its text is no longer a draft, neither where it was generated nor where the user changed it. A
 * saved text that was changed since stays.
 */
export async function retireDrafts(
  sent: DraftKey & { readonly text: string; readonly sentAt: Date },
  deps: {
    readonly savedDrafts: Pick<SavedDraftRepository, 'find' | 'remove'>;
    readonly drafts: Pick<GeneratedMessageRepository, 'markSent' | 'markUsed'>;
  },
): Promise<void> {
  const { text, sentAt, userId, leadId, messageType } = sent;
  const { savedDrafts, drafts } = deps;
  const key = { userId, leadId, messageType };
  await drafts.markSent({ ...key, message: text }, sentAt);
  const found = await savedDrafts.find(key);
  // Blanks around a text are not sent.
  if (found?.text.trim() !== text.trim()) return;
  if (found.made?.id) await drafts.markUsed(userId, found.made.id, sentAt);
  await savedDrafts.remove(key, found.text);
}
