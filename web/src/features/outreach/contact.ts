import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';
import { draftOf } from './drafts.ts';
import { excessOf } from './lengths.ts';

/**
 * What a contact tells the server: the message, and for a comment the post it stands under. A text that the site would
 * not take cannot be what was sent.
 */
export function contactOf(lead: Lead, messageType: MessageType, text: string): StatusChange {
  const content = text.trim();
  return {
    status: 'contacted',
    messageType,
    recipient: lead.author,
    ...(content === '' || excessOf(text, messageType) > 0 ? {} : { content }),
    ...(messageType === 'comment' ? { redditPostUrl: lead.url, redditPostTitle: lead.title.slice(0, 500) } : {}),
  };
}

/** The same of the draft that is kept for a lead. */
export function contactOfDraft(lead: Lead): StatusChange {
  const draft = draftOf(lead);
  return contactOf(lead, draft.messageType, draft[draft.messageType].text);
}
