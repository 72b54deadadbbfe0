import type { Reminder, SavedDraft } from '@earshot/proto/http/drafts';
import type { GeneratedMessage, SentMessage } from '@earshot/proto/http/outreach';
import type { MessageType, Tone } from '@earshot/proto/values';

/** What became of a message. `contacted`: the user marked the lead as contacted and sent the text elsewhere. */
export type EntryState = 'draft' | 'sent' | 'contacted' | 'unconfirmed' | 'failed' | 'replied';

/** One message of the history: a draft or a message that was sent, with its lead. */
export interface Entry {
  readonly id: string;
  readonly leadId: string;
  readonly userId: string;
  readonly messageType: MessageType;
  /** Null where the text was not generated. */
  readonly tone: Tone | null;
  readonly text: string;
  /** Empty, like the lead's title, where a version before this one wrote the draft. */
  readonly recipientLabel: string;
  readonly leadTitle: string;
  readonly sourceLabel: string;
  readonly state: EntryState;
  /** Why the message failed or could not be confirmed. */
  readonly reason: string | null;
  /** What happened at the time. */
  readonly event: 'generated' | 'edited' | 'tried' | 'sent';
  readonly at: string;
  /** A generated draft that is not in its lead's composer. */
  readonly generated: GeneratedMessage | null;
}

/** The lists from which the history is put together. */
export interface MessageLists {
  readonly generated: readonly GeneratedMessage[];
  readonly drafts: readonly SavedDraft[];
  readonly sent: readonly SentMessage[];
}

const keyOf = (leadId: string, messageType: MessageType, text: string) => JSON.stringify([leadId, messageType, text]);

/** All drafts and messages, newest first; each text once, with its latest state. */
export function entriesOf({ generated, drafts, sent }: MessageLists): Entry[] {
  const made = new Map(generated.map((one) => [keyOf(one.leadId, one.messageType, one.message), one]));
  const inComposer = new Set(drafts.map((draft) => draft.made?.id));
  const waiting = generated.filter(({ id, status }) => status !== 'sent' && !inComposer.has(id));
  const entries = [
    ...drafts.map(entryOfDraft),
    ...waiting.map(entryOfGenerated),
    ...sent.map((one) => entryOfSent(one, made.get(keyOf(one.leadId, one.messageType, one.content)))),
  ];
  return entries.sort((a, b) => b.at.localeCompare(a.at));
}

function entryOfDraft(draft: SavedDraft): Entry {
  const { leadId, userId, messageType, text, recipientLabel, leadTitle, sourceLabel, made } = draft;
  return {
    id: `draft:${leadId}:${messageType}`,
    leadId,
    userId,
    messageType,
    text,
    recipientLabel,
    leadTitle,
    sourceLabel,
    tone: made === null ? null : draft.tone,
    state: 'draft',
    reason: null,
    event: made?.text === text ? 'generated' : 'edited',
    at: draft.updatedAt,
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
    recipientLabel,
    leadTitle,
    sourceLabel,
    text: message.message,
    state: 'draft',
    reason: null,
    event: 'generated',
    at: message.createdAt,
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
    text: message.content,
    state: stateOf(message),
    reason: message.errorMessage,
    event: message.sentAt === null ? 'tried' : 'sent',
    at: message.sentAt ?? message.createdAt,
    generated: null,
  };
}

function stateOf({ status, replied, origin }: SentMessage): EntryState {
  if (status === 'failed') return 'failed';
  if (status === 'pending') return 'unconfirmed';
  if (replied) return 'replied';
  return origin === 'by-hand' ? 'contacted' : 'sent';
}

/** The entries that contain all words, in the text, the recipient or the lead's title. */
export function entriesWith(entries: readonly Entry[], search: string): readonly Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ text, recipientLabel, leadTitle }) => {
    const all = `${text}\n${recipientLabel}\n${leadTitle}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** The reminder of each lead, by the lead's id. */
export const remindersByLead = (reminders: readonly Reminder[]): ReadonlyMap<string, Reminder> =>
  new Map(reminders.map((reminder) => [reminder.leadId, reminder]));
