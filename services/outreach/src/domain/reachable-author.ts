import { appError } from '@earshot/core';
import { hasAuthor, type Lead } from '@earshot/proto/http/lead';
import type { MessageType } from '@earshot/proto/values';

/** Throws lead.removed for a lead whose post was removed at its site. */
export function mustHavePost({ id: leadId, removed }: Pick<Lead, 'id' | 'removed'>): void {
  if (removed !== null) throw appError('lead.removed', { leadId });
}

/**
 * Throws lead.removed for a removed post, and lead.no-author for a direct message to a deleted account. Comments need no
 * author.
 */
export function mustReachAuthor(lead: Pick<Lead, 'id' | 'author' | 'removed'>, messageType: MessageType): void {
  mustHavePost(lead);
  if (messageType === 'dm' && !hasAuthor(lead)) throw appError('lead.no-author', { leadId: lead.id });
}
