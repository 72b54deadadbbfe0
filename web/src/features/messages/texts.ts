import type { MessageType, Tone } from '@earshot/proto/values';
import type { EntryState, Outcome } from './entries.ts';

const types: Record<MessageType, string> = { dm: 'Direct message', comment: 'Comment' };
const tones: Record<Tone, string> = {
  professional: 'Professional',
  casual: 'Casual',
  direct: 'Direct',
  consultative: 'Consultative',
};

const states: Record<EntryState, string> = {
  draft: 'Draft',
  sent: 'Sent',
  contacted: 'Marked as contacted',
  unconfirmed: 'Not confirmed',
  failed: 'Failed',
  replied: 'Responded',
};
const events: Record<Outcome['event'], string> = {
  edited: 'Edited',
  tried: 'Tried',
  sent: 'Sent',
  contacted: 'Marked as contacted',
  replied: 'Responded',
};

export const texts = {
  pageTitle: 'Generated Messages · Earshot',
  title: 'Message History',
  what: 'your messages',
  list: 'Messages',
  types,
  tones,
  states,
  generated: 'Generated',
  events,
  search: 'Search messages',
  searchHint: 'Search text, recipient or lead',
  noneFound: 'No message contains these words.',
  noText: 'No text was recorded.',
  showAll: 'Show the whole text',
  showingAll: 'Loading the whole text…',
  wholeText: 'the whole text',
  tabs: { all: 'All', dm: 'Direct Messages', comment: 'Comments' },
  empty: {
    all: 'No messages generated yet. Generate messages from the Leads page.',
    dm: 'No direct messages generated yet.',
    comment: 'No comment messages generated yet.',
  },
  toLeads: 'Go to leads',
  toLead: 'Open lead',
  toDraft: 'Open draft',
  followUp: 'Follow up on',
  reminded: 'Reminded',
  reminderWrong: 'Choose a day from today to a year from now',
  reminderSet: { title: 'Reminder Set', description: 'A notification reminds you on this day.' },
  reminderRemoved: { title: 'Reminder Removed' },
  reminderFailed: 'Update Failed',
  copied: { title: 'Copied!', description: 'Message copied to clipboard.' },
} as const;
