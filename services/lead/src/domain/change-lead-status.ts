import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { ContactDetails } from '@earshot/proto/http/lead';
import { type DraftVariant, type LeadStatus, leadStatusMoves, type MessageType } from '@earshot/proto/values';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { Lead } from './lead.ts';

/** Whether a status may change to another. */
export function canChange(from: LeadStatus, to: LeadStatus): boolean {
  return leadStatusMoves[from].includes(to);
}

/** The message to the author of a lead, as the user recorded it. */
export type Contact = Omit<ContactDetails, 'leadId' | 'revision'>;

/** One change of a lead's status. */
export interface StatusChange {
  readonly leadId: LeadId;
  readonly userId: UserId;
  readonly from: LeadStatus;
  readonly to: LeadStatus;
  /** The lead's revision after the change. */
  readonly revision: number;
  /** The kind of message that led to the change; null when none was given. */
  readonly messageType: MessageType | null;
  /** The sent message that caused the change; null when the user changed the status. */
  readonly messageId: string | null;
  /** The approach of the draft that led to the change; null when it is unknown. */
  readonly variant: DraftVariant | null;
  /** A new score caused the change, not the user. */
  readonly byScore: boolean;
  /** The user decides about a lead that its score had withdrawn, so that no score withdraws it again. */
  readonly keeps: boolean;
}

/** A lead, and the ids of the sent messages about it that it already handled. */
export interface LeadAndMessages {
  readonly lead: Lead;
  readonly sentMessages: readonly string[];
}

/** The lead queries and writes that status changes need. */
export interface LeadStatusRepository {
  find(userId: UserId, id: string): Promise<Lead | null>;
  findWithMessages(userId: UserId, id: string): Promise<LeadAndMessages | null>;
  /**
   * Saves the change, its message and its event in one write. A withdrawn lead becomes one that the user kept. Returns
   * null when the lead's revision is no longer that of `before`, when its post was removed since, or when the lead already
   * handled the message.
   */
  changeStatus(
    change: StatusChange,
    contact: Contact | null,
    event: OutgoingEvent,
    before: Pick<Lead, 'removed'>,
  ): Promise<Lead | null>;
  /** Stores the id of a sent message that changes nothing else. */
  noteMessage(userId: UserId, id: string, messageId: string): Promise<void>;
  /** null when no message was recorded with this revision, or the lead is not the user's. */
  contactOf(userId: UserId, id: string, revision: number): Promise<Contact | null>;
}

export interface StatusDependencies {
  readonly leads: LeadStatusRepository;
  readonly statusChanged: (change: StatusChange, lead: Lead) => OutgoingEvent;
}

/** The status that a user sets. Missing fields of the message default to the post's. */
export interface WantedStatus {
  readonly userId: UserId;
  readonly leadId: LeadId;
  readonly to: LeadStatus;
  readonly messageType?: MessageType | undefined;
  readonly content?: string | undefined;
  readonly recipient?: string | undefined;
  readonly redditPostUrl?: string | undefined;
  readonly redditPostTitle?: string | undefined;
  readonly variant?: DraftVariant | undefined;
}

/**
 * Changes the status of a user's lead and emits an event. Setting the current status changes nothing. Throws
 * lead.not-found, or lead.status-transition when the change is not allowed.
 */
export async function changeLeadStatus(wanted: WantedStatus, deps: StatusDependencies): Promise<Lead> {
  const { userId, leadId, to } = wanted;
  for (;;) {
    const lead = await deps.leads.find(userId, leadId);
    if (lead === null) throw appError('lead.not-found', { leadId });
    const from = lead.status;
    if (from === to) return lead;
    if (!canChange(from, to)) throw appError('lead.status-transition', { leadId, from, to });
    const contact = to === 'contacted' ? contactOf(wanted, lead) : null;
    const messageType = contact?.messageType ?? null;
    const variant = (contact && wanted.variant) ?? null;
    const facts = { leadId, userId, from, to, revision: lead.revision + 1, messageType, messageId: null, variant };
    const change = { ...facts, byScore: false, keeps: lead.withdrawn !== null };
    const changed = await deps.leads.changeStatus(change, contact, deps.statusChanged(change, lead), lead);
    // Another call changed the status first, or the post was removed, whose title the message must not bring back.
    if (changed !== null) return changed;
  }
}

/** No message type means no message: the user chose "Mark as Fully Engaged". */
function contactOf(wanted: WantedStatus, lead: Lead): Contact | null {
  const { messageType } = wanted;
  if (messageType === undefined) return null;
  return {
    messageType,
    content: wanted.content ?? '',
    recipient: filled(wanted.recipient) ?? lead.author,
    // A page that was opened before the removal would bring back the title.
    redditPostUrl: (lead.removed === null ? pageAddress(wanted.redditPostUrl) : undefined) ?? lead.url,
    redditPostTitle: (lead.removed === null ? filled(wanted.redditPostTitle) : undefined) ?? lead.title,
  };
}

/** The address is shown as a link, so other schemes are dropped. */
function pageAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(text) ? text : undefined;
}

function filled(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}

/** A message about a lead that the community site accepted. */
export interface SentMessage {
  readonly userId: UserId;
  readonly leadId: LeadId;
  readonly messageId: string;
  readonly messageType: MessageType;
  readonly variant: DraftVariant | null;
}

/**
 * Sets a new or skipped lead to contacted, once per message. A repeated event changes nothing, even if the user has
 * changed the status since. A missing lead is ignored.
 */
export async function noteSentMessage(sent: SentMessage, deps: StatusDependencies): Promise<void> {
  const { userId, leadId, messageId, messageType, variant } = sent;
  for (;;) {
    const found = await deps.leads.findWithMessages(userId, leadId);
    if (found === null || found.sentMessages.includes(messageId)) return;
    const { status: from, revision, withdrawn } = found.lead;
    if (!canChange(from, 'contacted') || from === 'responded') {
      await deps.leads.noteMessage(userId, leadId, messageId);
      return;
    }
    const facts = { leadId, userId, messageType, messageId, variant, byScore: false, keeps: withdrawn !== null };
    const change = { ...facts, from, to: 'contacted' as const, revision: revision + 1 };
    const event = deps.statusChanged(change, found.lead);
    if ((await deps.leads.changeStatus(change, null, event, found.lead)) !== null) return;
  }
}
