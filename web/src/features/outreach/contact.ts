import type { Lead, StatusChange } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';
import { shownType } from './composer-address.ts';
import { draftOf, type Words } from './drafts.ts';
import { excessOf } from './lengths.ts';

/**
 * The details of a contact for the server: the message, and for a comment also the post. A text that is too long for the site
 * cannot have been sent, so it is left out.
 */
export function contactOf(lead: Lead, messageType: MessageType, { text, made }: Words): StatusChange {
  const content = text.trim();
  return {
    status: 'contacted',
    messageType,
    recipient: lead.author,
    ...(content === '' || excessOf(text, messageType) > 0 ? {} : { content }),
    ...(made?.variant ? { variant: made.variant } : {}),
    ...(messageType === 'comment' ? { redditPostUrl: lead.url, redditPostTitle: lead.title.slice(0, 500) } : {}),
  };
}

/** The same for the draft that the composer of a lead shows. */
export function contactOfDraft(lead: Lead): StatusChange {
  const draft = draftOf(lead);
  const messageType = shownType(lead, draft);
  return contactOf(lead, messageType, draft[messageType]);
}
