import { appError } from '@earshot/core';
import type { Lead } from '@earshot/proto/http/lead';
import { hasAuthor } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';

/** Throws lead.no-author for a direct message to a deleted account. Comments need no author. */
export function mustReachAuthor(lead: Pick<Lead, 'id' | 'author'>, messageType: MessageType): void {
  if (messageType === 'dm' && !hasAuthor(lead)) throw appError('lead.no-author', { leadId: lead.id });
}
