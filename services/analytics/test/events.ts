import type { EventFacts } from '@earshot/event-bus';
import { timestampFromDate } from '@earshot/proto/events';
import type { DraftVariant, LeadStatus } from '@earshot/proto/values';
import { hoursBefore } from './support.ts';

type TimedEvent = EventFacts & { at?: Date };

/** Events from which figures are built, as the services publish them. */
export function leadCreated(
  userId: string,
  leadId: string,
  { score = 7.5, at = hoursBefore(1), source = 'sample', community = 'SaaS' } = {},
): TimedEvent {
  const value = {
    leadId,
    jobId: 'job',
    postId: `t3_${leadId}`,
    score,
    source,
    community,
    createdAt: timestampFromDate(at),
  };
  return { userId, at, payload: { case: 'leadCreated', value } };
}

export function leadRescored(userId: string, leadId: string, { score = 7.5, at = hoursBefore(1) } = {}): TimedEvent {
  const value = { leadId, postId: `t3_${leadId}`, source: 'sample', score, createdAt: timestampFromDate(at) };
  return { userId, payload: { case: 'leadRescored', value } };
}

export function leadMoved(
  userId: string,
  leadId: string,
  toStatus: LeadStatus,
  revision: number,
  variant?: DraftVariant,
): TimedEvent {
  const value = { leadId, toStatus, revision, ...(variant !== undefined && { variant }) };
  return { userId, payload: { case: 'leadStatusChanged', value } };
}

export function communityAdded(userId: string, communityId: string, isActive = true, source = 'sample'): TimedEvent {
  const value = { communityId, name: communityId, isActive, source };
  return { userId, payload: { case: 'communityAdded', value } };
}

export function communityRemoved(userId: string, communityId: string): TimedEvent {
  return { userId, payload: { case: 'communityRemoved', value: { communityId } } };
}

export function scanProgressed(userId: string, id: string, at = hoursBefore(1)): TimedEvent {
  const job = { id, status: 'processing', createdAt: timestampFromDate(at) };
  return { userId, payload: { case: 'scanProgressed', value: { job } } };
}

export function scanEnded(userId: string, id: string, at = hoursBefore(1)): TimedEvent {
  const job = { id, status: 'completed', createdAt: timestampFromDate(at) };
  return { userId, payload: { case: 'scanEnded', value: { job } } };
}

export function userRegistered(userId: string, at = hoursBefore(1)): TimedEvent {
  return { userId, at, payload: { case: 'userRegistered', value: { authProvider: 'email' } } };
}

export function accountDeleted(userId: string): TimedEvent {
  return { userId, payload: { case: 'accountDeleted', value: {} } };
}

export interface Search {
  readonly hash: string;
  readonly visitor: string;
  readonly category?: string;
  readonly communities?: string[];
  readonly source?: string;
  readonly modelCalled?: boolean;
  readonly at?: Date;
}

export function discoveryRequested(search: Search): TimedEvent {
  const { hash: descriptionHash, visitor, category = 'SaaS', communities = ['SaaS'], at = hoursBefore(1) } = search;
  const value = {
    descriptionHash,
    visitor,
    productCategory: category,
    communities,
    source: search.source ?? 'sample',
    modelCalled: search.modelCalled ?? false,
  };
  return { userId: '', key: visitor, at, payload: { case: 'discoveryRequested', value } };
}

export function discoveryConverted(userId: string, { hash, visitor, at = hoursBefore(1) }: Search): TimedEvent {
  return { userId, at, payload: { case: 'discoveryConverted', value: { descriptionHash: hash, visitor } } };
}
