import type { EventOf } from '@earshot/event-bus';
import { timestampDate } from '@earshot/proto/events';
import { draftVariants, leadStatuses } from '@earshot/proto/values';
import type {
  CommunityFact,
  DiscoveryConversionFact,
  DiscoveryRequestFact,
  LeadFact,
  LeadStatusFact,
  ScanFact,
  UserFact,
} from '../domain/facts.ts';

/** These functions throw on an event that lacks a required field. */
export function leadOf(event: EventOf<'leadCreated'>): LeadFact {
  const { leadId, score, source, community, createdAt } = event.payload.value;
  if (createdAt === undefined) throw new Error(`lead ${leadId} has no creation time`);
  return { leadId, userId: event.userId, score, source, community, createdAt: timestampDate(createdAt) };
}

export function rescoredLeadOf({ userId, payload: { value } }: EventOf<'leadRescored'>): LeadFact {
  const { leadId, score, source, createdAt } = value;
  if (createdAt === undefined) throw new Error(`the new score of lead ${leadId} has no creation time`);
  return { leadId, userId, score, source, createdAt: timestampDate(createdAt) };
}

export function leadStatusOf({ userId, payload: { value } }: EventOf<'leadStatusChanged'>): LeadStatusFact {
  const { leadId, toStatus, revision } = value;
  const status = leadStatuses.find((one) => one === toStatus);
  if (status === undefined) throw new Error(`lead ${leadId} has an unknown status`);
  const variant = draftVariants.find((one) => one === value.variant);
  return { leadId, userId, status, revision, variant };
}

export function communityOf({ userId, payload: { value } }: EventOf<'communityAdded'>): CommunityFact {
  const { communityId, isActive, source } = value;
  return { communityId, userId, isActive, source };
}

export function removalOf({ userId, payload: { value } }: EventOf<'communityRemoved'>) {
  return { communityId: value.communityId, userId };
}

export function scanOf({ userId, payload }: EventOf<'scanProgressed'> | EventOf<'scanEnded'>): ScanFact {
  const { job } = payload.value;
  if (job?.createdAt === undefined) throw new Error(`${payload.case} has no start time of its job`);
  return { jobId: job.id, userId, startedAt: timestampDate(job.createdAt) };
}

export function userOf(event: EventOf<'userRegistered'>): UserFact {
  return { userId: event.userId, registeredAt: occurredAt(event) };
}

export function requestOf(event: EventOf<'discoveryRequested'>): DiscoveryRequestFact {
  const { descriptionHash, visitor, productCategory: category, source, communities, modelCalled } = event.payload.value;
  const at = occurredAt(event);
  return { eventId: event.id, descriptionHash, visitor, category, source, communities, modelCalled, at };
}

export function conversionOf(event: EventOf<'discoveryConverted'>): DiscoveryConversionFact {
  const { descriptionHash, visitor } = event.payload.value;
  return { userId: event.userId, descriptionHash, visitor, at: occurredAt(event) };
}

function occurredAt({ id, occurredAt }: Pick<EventOf<'leadCreated'>, 'id' | 'occurredAt'>): Date {
  if (occurredAt === undefined) throw new Error(`event ${id} has no time`);
  return timestampDate(occurredAt);
}
