import { appError } from '@earshot/core';
import type { Lead } from '@earshot/proto/http/lead';
import type { SavedDraft as View } from '@earshot/proto/http/drafts';
import type { ListPage } from '@earshot/proto/http/list-page';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { GeneratedMessage, GeneratedMessageRepository } from './generated-message.ts';
import { mustHavePost } from './reachable-author.ts';
import type { SentMessage, SentMessageRepository } from './sent-message.ts';

/** The unsent text to the author of a lead, as the composer saved it. */
export interface SavedDraft extends Omit<
  View,
  'source' | 'sourceLabel' | 'recipientLabel' | 'isEdited' | 'isPreview' | 'updatedAt'
> {
  readonly leadSource: string;
  readonly updatedAt: Date;
}

/** Identifies a draft: a lead has at most one of each type. */
export type DraftKey = Pick<SavedDraft, 'userId' | 'leadId' | 'messageType'>;
export type DraftContent = Pick<SavedDraft, 'tone' | 'ownTone' | 'text' | 'subject' | 'made' | 'updatedAt'>;
/** What a draft shows of its lead. */
export type LeadFacts = Pick<SavedDraft, 'leadSource' | 'recipient' | 'leadTitle'>;

/** Unsent texts, each scoped to its user. */
export interface SavedDraftRepository {
  /** One page, the latest first; those of one lead if it is given. */
  latest(userId: UserId, leadId: LeadId | undefined, page: ListPage): Promise<SavedDraft[]>;
  find(key: DraftKey): Promise<SavedDraft | null>;
  /** Replaces the content of an existing draft, with `basedOn` only of that version; null when there is none. */
  update(key: DraftKey, content: DraftContent, basedOn?: Date): Promise<SavedDraft | null>;
  /** Creates the draft, or replaces its content. */
  save(key: DraftKey, content: DraftContent, lead: LeadFacts): Promise<SavedDraft>;
  /** Removes the draft; with a text only if it still has this text. */
  remove(key: DraftKey, text?: string): Promise<void>;
}

/** What a draft or a reminder keeps of its lead, to be shown and searched. */
export function factsOf({ source, author, title }: Lead): LeadFacts {
  return { leadSource: source, recipient: author, leadTitle: title };
}

/** A text to save. `basedOn` is the version that it replaces, null for none; undefined replaces any version. */
export type DraftToSave = DraftContent & { readonly basedOn: Date | null | undefined };

interface SaveDependencies {
  readonly savedDrafts: SavedDraftRepository;
  readonly messages: Pick<SentMessageRepository, 'hasSent'>;
  /** Throws lead.not-found. */
  readonly lead: (userId: UserId, leadId: LeadId) => Promise<Lead>;
}

/**
 * Saves the user's unsent text. An empty text removes it and returns null. A text that was already sent to the lead is
 * not a draft any more: saving it again, late or from another tab, returns null too. Throws lead.not-found, lead.removed, and
 * draft.changed if another tab has saved another version.
 */
export async function saveDraft(
  key: DraftKey,
  { basedOn, ...content }: DraftToSave,
  deps: SaveDependencies,
): Promise<SavedDraft | null> {
  const { savedDrafts, messages, lead } = deps;
  const text = content.text.trim();
  if (text === '' || (await messages.hasSent(key, text))) {
    // The lead is checked here too: an id of somebody else's lead gets the same answer for every text.
    await lead(key.userId, key.leadId);
    if (text === '') await refuseOtherVersion(key, { ...content, basedOn }, savedDrafts);
    await savedDrafts.remove(key);
    return null;
  }
  // Only the first save of a draft asks for the lead, because a person who writes saves often.
  const updated = basedOn === null ? null : await savedDrafts.update(key, content, basedOn);
  if (updated !== null) return updated;
  const of = await lead(key.userId, key.leadId);
  mustHavePost(of);
  const facts = factsOf(of);
  await refuseOtherVersion(key, { ...content, basedOn }, savedDrafts);
  return savedDrafts.save(key, content, facts);
}

/** The same text is not another version: a save that is repeated after a lost answer succeeds. */
async function refuseOtherVersion(
  key: DraftKey,
  { basedOn, text }: DraftToSave,
  savedDrafts: SavedDraftRepository,
): Promise<void> {
  if (basedOn === undefined) return;
  const current = await savedDrafts.find(key);
  if (current === null || current.text === text || current.updatedAt.getTime() === basedOn?.getTime()) return;
  throw appError('draft.changed', { leadId: key.leadId });
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

/**
 * A recorded contact was withdrawn: its text becomes the draft again, with the generated text that it started from. A
 * draft that was written since stays.
 */
export async function restoreDraft(
  message: SentMessage & { readonly sentAt: Date },
  deps: {
    readonly savedDrafts: Pick<SavedDraftRepository, 'find' | 'save'>;
    readonly drafts: Pick<GeneratedMessageRepository, 'unmarkSent'>;
  },
): Promise<void> {
  const { userId, leadId, messageType, content: text, sentAt: updatedAt, subject } = message;
  const key = { userId, leadId, messageType };
  const generated = await deps.drafts.unmarkSent(key, message.sentAt);
  if (text === '' || (await deps.savedDrafts.find(key)) !== null) return;
  const tone = { tone: generated?.tone ?? 'professional', ...(generated?.ownTone && { ownTone: generated.ownTone }) };
  const content = { ...tone, text, subject, made: makingOf(message, generated) };
  const { leadSource, recipientUsername: recipient, leadTitle } = message;
  await deps.savedDrafts.save(key, { ...content, updatedAt }, { leadSource, recipient, leadTitle });
}

function makingOf(message: SentMessage, generated: GeneratedMessage | null): SavedDraft['made'] {
  if (generated === null) return null;
  const { id, variants } = generated;
  const used =
    variants.find((one) => one.message.trim() === message.content) ??
    variants.find(({ variant }) => variant === message.variant);
  const { message: text, origin, rules } = used ?? generated;
  return { id, text, origin, rules, variant: used?.variant ?? null };
}
