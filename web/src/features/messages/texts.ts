import type { MessageType, Tone } from '@earshot/proto/values';

const types: Record<MessageType, string> = { dm: 'Direct message', comment: 'Comment' };
const tones: Record<Tone, string> = {
  professional: 'Professional',
  casual: 'Casual',
  direct: 'Direct',
  consultative: 'Consultative',
};

export const texts = {
  pageTitle: 'Generated Messages · Earshot',
  title: 'Message History',
  what: 'your messages',
  list: 'Messages',
  types,
  tones,
  tabs: { all: 'All', dm: 'Direct Messages', comment: 'Comments' },
  empty: {
    all: 'No messages generated yet. Generate messages from the Leads page.',
    dm: 'No direct messages generated yet.',
    comment: 'No comment messages generated yet.',
  },
  toLeads: 'Go to leads',
  toLead: 'Open lead',
  generated: 'Generated',
  copied: { title: 'Copied!', description: 'Message copied to clipboard.' },
} as const;
