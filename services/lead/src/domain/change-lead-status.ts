import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { ContactDetails } from '@earshot/proto/http/lead';
import type { LeadStatus, MessageType } from '@earshot/proto/values';
import type { Lead } from './lead.ts';

/** Where a lead may go from each status. */
const transitions: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  new: ['contacted', 'skipped'],
  contacted: ['new', 'responded'],
  responded: ['contacted'],
  skipped: ['new', 'contacted'],
};

/** Whether the table has this step; a status is no step to itself. */
export function canChange(from: LeadStatus, to: LeadStatus): boolean {
  return transitions[from].includes(to);
}

/** What was said to the author of a lead, as the user tells it. */
export type Contact = Omit<ContactDetails, 'leadId' | 'revision'>;

/** One step of a lead. */
export interface StatusChange {
  readonly leadId: string;
  readonly userId: string;
  readonly from: LeadStatus;
  readonly to: LeadStatus;
  /** Of the lead after the step. */
  readonly revision: number;
  /** The kind of message that led to it; null when none was told. */
  readonly messageType: MessageType | null;
  /** The sent message that caused it; null when the user did. */
  readonly messageId: string | null;
}

/** A lead, and the messages about it that were told as sent. */
export interface LeadAndMessages {
  readonly lead: Lead;
  readonly sentMessages: readonly string[];
}

/** What a change of status needs of the leads. */
export interface LeadStatusRepository {
  find(userId: string, id: string): Promise<Lead | null>;
  findWithMessages(userId: string, id: string): Promise<LeadAndMessages | null>;
  /**
   * Saves the step, what was said with it and its event in one write; null when the lead has another revision by now
   * than the one before the step, or knows the step's message already.
   */
  changeStatus(change: StatusChange, contact: Contact | null, event: OutgoingEvent): Promise<Lead | null>;
  /** Remembers a sent message that changes nothing else. */
  noteMessage(userId: string, id: string, messageId: string): Promise<void>;
  /** null when the user told of no message with this revision, or the lead is not the user's. */
  contactOf(userId: string, id: string, revision: number): Promise<Contact | null>;
}

export interface StatusDependencies {
  readonly leads: LeadStatusRepository;
  readonly statusChanged: (change: StatusChange, lead: Lead) => OutgoingEvent;
}

/** What a user wants of a lead; of the message, what is not told is the post's. */
export interface WantedStatus {
  readonly userId: string;
  readonly leadId: string;
  readonly to: LeadStatus;
  readonly messageType?: MessageType | undefined;
  readonly content?: string | undefined;
  readonly recipient?: string | undefined;
  readonly redditPostUrl?: string | undefined;
  readonly redditPostTitle?: string | undefined;
}

/**
 * Moves a lead of the user to another status and tells of it; the status that it has already changes nothing. Throws
 * lead.not-found, or lead.status-transition when the table above has no such step.
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
    const change = { leadId, userId, from, to, revision: lead.revision + 1, messageType, messageId: null };
    const changed = await deps.leads.changeStatus(change, contact, deps.statusChanged(change, lead));
    // Another call was faster: the step is judged again from the status that it left.
    if (changed !== null) return changed;
  }
}

/** Without a kind there was no message: "Mark as Fully Engaged". */
function contactOf(wanted: WantedStatus, lead: Lead): Contact | null {
  const { messageType } = wanted;
  if (messageType === undefined) return null;
  return {
    messageType,
    content: wanted.content ?? '',
    recipient: filled(wanted.recipient) ?? lead.author,
    redditPostUrl: pageAddress(wanted.redditPostUrl) ?? lead.url,
    redditPostTitle: filled(wanted.redditPostTitle) ?? lead.title,
  };
}

/** It will be shown as a link, so no other kind of address is kept. */
function pageAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:https?:\/\/|\/(?!\/))/i.test(text) ? text : undefined;
}

function filled(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text;
}

/** A message about a lead that the community site took. */
export interface SentMessage {
  readonly userId: string;
  readonly leadId: string;
  readonly messageId: string;
  readonly messageType: MessageType;
}

/**
 * A sent message makes a new or skipped lead contacted, once: told again later, when the user has moved the lead on,
 * it changes nothing. A lead that is not there is nothing to do.
 */
export async function noteSentMessage(sent: SentMessage, deps: StatusDependencies): Promise<void> {
  const { userId, leadId, messageId, messageType } = sent;
  for (;;) {
    const found = await deps.leads.findWithMessages(userId, leadId);
    if (found === null || found.sentMessages.includes(messageId)) return;
    const { status: from, revision } = found.lead;
    if (!canChange(from, 'contacted') || from === 'responded') {
      await deps.leads.noteMessage(userId, leadId, messageId);
      return;
    }
    const change = { leadId, userId, from, to: 'contacted' as const, revision: revision + 1, messageType, messageId };
    if ((await deps.leads.changeStatus(change, null, deps.statusChanged(change, found.lead))) !== null) return;
  }
}
