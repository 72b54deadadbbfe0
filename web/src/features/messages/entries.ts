import type { Reminder, SavedDraft } from '@earshot/proto/http/drafts';
import type { GeneratedMessage, SentMessage } from '@earshot/proto/http/outreach';
import { fold } from '@earshot/text/fold';
import { type MessageType, previewOf, type Tone } from '@earshot/proto/values';

/** What became of a message. `contacted`: the user marked the lead as contacted and sent the text elsewhere. */
export type EntryState = 'draft' | 'sent' | 'contacted' | 'unconfirmed' | 'failed' | 'replied';

/** The latest event of a text after it was generated. */
export interface Outcome {
  readonly event: 'edited' | 'tried' | 'sent' | 'contacted' | 'replied';
  readonly at: string;
}

/** One message of the history: a draft or a message that was sent, with its lead. */
export interface Entry {
  readonly id: string;
  readonly leadId: string;
  readonly userId: string;
  readonly messageType: MessageType;
  /** Null where the text was not generated. */
  readonly tone: Tone | null;
  /** The name of the user's own tone, which then counts. */
  readonly ownTone: string | undefined;
  readonly text: string;
  /** The text is only the start of a long one. */
  readonly isPreview: boolean;
  /** Empty, like the lead's title, where a version before this one wrote the draft. */
  readonly recipientLabel: string;
  readonly leadTitle: string;
  readonly sourceLabel: string;
  readonly state: EntryState;
  /** Why the message failed or could not be confirmed. */
  readonly reason: string | null;
  /** When the text was generated; null where it was not. */
  readonly generatedAt: string | null;
  /** What became of the text, and when; null for a draft that is as it was generated. */
  readonly outcome: Outcome | null;
  /** A generated draft that is not in its lead's composer. */
  readonly generated: GeneratedMessage | null;
}

/** The lists from which the history is put together. */
export interface MessageLists {
  readonly generated: readonly GeneratedMessage[];
  readonly drafts: readonly SavedDraft[];
  readonly sent: readonly SentMessage[];
}

/** Sent messages are previews, so their texts are compared as such. */
const keyOf = (leadId: string, messageType: MessageType, text: string) =>
  JSON.stringify([leadId, messageType, previewOf(text)]);

/** All drafts and messages, newest first; each text once, with its latest state. */
export function entriesOf({ generated, drafts, sent }: MessageLists): Entry[] {
  const makingOf = generatedBy(generated);
  const inComposer = new Set(drafts.map((draft) => draft.made?.id));
  const waiting = generated.filter(({ id, status }) => status !== 'sent' && !inComposer.has(id));
  const entries = [
    ...drafts.map((one) => entryOfDraft(one, generated)),
    ...waiting.map(entryOfGenerated),
    ...sent.map((one) => entryOfSent(one, makingOf(one))),
  ];
  return entries.sort((a, b) => latestOf(b).localeCompare(latestOf(a)));
}

/** The time of the latest event of a text. */
export const latestOf = ({ outcome, generatedAt }: Entry) => outcome?.at ?? generatedAt ?? '';

/** Finds the draft from which a sent message was made: one of its variants, or the one that was used at that time. */
function generatedBy(generated: readonly GeneratedMessage[]) {
  const textsOf = ({ message, variants }: GeneratedMessage) => [message, ...variants.map((one) => one.message)];
  const byText = new Map(
    generated.flatMap((one) => textsOf(one).map((text) => [keyOf(one.leadId, one.messageType, text), one])),
  );
  const byUse = new Map(generated.map((one) => [keyOf(one.leadId, one.messageType, one.sentAt ?? ''), one]));
  return ({ leadId, messageType, content, sentAt }: SentMessage) =>
    byText.get(keyOf(leadId, messageType, content)) ??
    (sentAt === null ? undefined : byUse.get(keyOf(leadId, messageType, sentAt)));
}

function entryOfDraft(draft: SavedDraft, generated: readonly GeneratedMessage[]): Entry {
  const {
    leadId,
    userId,
    messageType,
    text,
    recipientLabel,
    leadTitle,
    sourceLabel,
    made,
    isPreview,
    updatedAt,
    isEdited,
  } = draft;
  return {
    id: `draft:${leadId}:${messageType}`,
    leadId,
    userId,
    messageType,
    text,
    isPreview,
    recipientLabel,
    leadTitle,
    sourceLabel,
    tone: made === null ? null : draft.tone,
    ownTone: made === null ? undefined : draft.ownTone,
    state: 'draft',
    reason: null,
    generatedAt: generated.find(({ id }) => id === made?.id)?.createdAt ?? (isEdited ? null : updatedAt),
    outcome: isEdited ? { event: 'edited', at: updatedAt } : null,
    generated: null,
  };
}

function entryOfGenerated(message: GeneratedMessage): Entry {
  const { id, leadId, userId, messageType, tone, recipientLabel, leadTitle, sourceLabel } = message;
  return {
    id,
    leadId,
    userId,
    messageType,
    tone,
    ownTone: message.ownTone,
    recipientLabel,
    leadTitle,
    sourceLabel,
    text: message.message,
    isPreview: false,
    state: 'draft',
    reason: null,
    generatedAt: message.createdAt,
    outcome: null,
    generated: message,
  };
}

function entryOfSent(message: SentMessage, made: GeneratedMessage | undefined): Entry {
  const { id, leadId, userId, messageType, recipientLabel, leadTitle, sourceLabel } = message;
  return {
    id,
    leadId,
    userId,
    messageType,
    recipientLabel,
    leadTitle,
    sourceLabel,
    tone: made?.tone ?? null,
    ownTone: made?.ownTone,
    text: message.content,
    isPreview: message.isPreview,
    state: stateOf(message),
    reason: message.errorMessage,
    generatedAt: made?.createdAt ?? null,
    outcome: outcomeOf(message),
    generated: null,
  };
}

function outcomeOf({ sentAt, createdAt, repliedAt, origin }: SentMessage): Outcome {
  if (repliedAt) return { event: 'replied', at: repliedAt };
  if (sentAt === null) return { event: 'tried', at: createdAt };
  // A text that the user recorded was not sent by Earshot.
  return { event: origin === 'by-hand' ? 'contacted' : 'sent', at: sentAt };
}

function stateOf({ status, replied, origin }: SentMessage): EntryState {
  if (status === 'failed') return 'failed';
  if (status === 'pending') return 'unconfirmed';
  if (replied) return 'replied';
  return origin === 'by-hand' ? 'contacted' : 'sent';
}

/** The entries that contain all words as they are read, in the text, the recipient or the lead's title. */
export function entriesWith(entries: readonly Entry[], search: string): readonly Entry[] {
  const words = fold(search).text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ text, recipientLabel, leadTitle }) => {
    const all = fold(`${text}\n${recipientLabel}\n${leadTitle}`).text;
    return words.every((word) => all.includes(word));
  });
}

/** The reminder of each lead, by the lead's id. */
export const remindersByLead = (reminders: readonly Reminder[]): ReadonlyMap<string, Reminder> =>
  new Map(reminders.map((reminder) => [reminder.leadId, reminder]));
