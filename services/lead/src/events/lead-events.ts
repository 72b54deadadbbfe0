import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import {
  CommunityAddedSchema,
  CommunityRemovedSchema,
  ConfigurationSavedSchema,
  create,
  LeadCreatedSchema,
  LeadPlaceAddedSchema,
  LeadRatedSchema,
  LeadRefusal,
  LeadRefusedSchema,
  LeadRescoredSchema,
  LeadStatusChangedSchema,
  SamplesRemovedSchema,
  timestampFromDate,
} from '@earshot/proto/events';
import type { LeadId, UserId } from '@earshot/proto/refs';
import type { Refusal, RefusalReason } from '../domain/admit-found-posts.ts';
import type { StatusChange } from '../domain/change-lead-status.ts';
import type { Community } from '../domain/community.ts';
import type { SavedConfiguration } from '../domain/configuration.ts';
import type { Lead } from '../domain/lead.ts';
import type { RatingChange } from '../domain/rate-lead.ts';

const reasons: Readonly<Record<RefusalReason, LeadRefusal>> = {
  'scan-limit': LeadRefusal.SCAN_LIMIT,
  'daily-limit': LeadRefusal.DAILY_LIMIT,
  duplicate: LeadRefusal.DUPLICATE,
  removed: LeadRefusal.REMOVED,
};

/** Creates the events of the lead service. */
export function leadEvents(event: (facts: EventFacts) => OutgoingEvent) {
  return {
    leadCreated: (lead: Lead, heard: boolean) => {
      const { id: leadId, jobId, postId, community, score, userId } = lead;
      const createdAt = timestampFromDate(lead.createdAt);
      const post = { postId, community, score, source: lead.source };
      const value = create(LeadCreatedSchema, { leadId, jobId, ...post, createdAt, heard });
      return event({ userId, payload: { case: 'leadCreated', value } });
    },
    leadRescored: ({ id: leadId, source, postId, userId, score, createdAt: at }: Lead) => {
      const createdAt = timestampFromDate(at);
      const value = create(LeadRescoredSchema, { leadId, source, postId, score, createdAt });
      return event({ userId, payload: { case: 'leadRescored', value } });
    },
    leadPlaceAdded: (userId: UserId, leadId: LeadId) => {
      const value = create(LeadPlaceAddedSchema, { leadId });
      return event({ userId, payload: { case: 'leadPlaceAdded', value } });
    },
    leadRefused: ({ userId, jobId, source, postId, reason, limitResetsAt }: Refusal) => {
      const value = create(LeadRefusedSchema, {
        jobId,
        source,
        postId,
        reason: reasons[reason],
        ...(limitResetsAt !== null && { limitResetsAt: timestampFromDate(limitResetsAt) }),
      });
      return event({ userId, payload: { case: 'leadRefused', value } });
    },
    ...judgementEvents(event),
    configurationSaved: ({ userId, scanFrequency, notificationMethod, hasBusiness, revision }: SavedConfiguration) => {
      const value = create(ConfigurationSavedSchema, { scanFrequency, notificationMethod, hasBusiness, revision });
      return event({ userId, payload: { case: 'configurationSaved', value } });
    },
    communityAdded: (community: Community) => {
      const { id: communityId, userId, name, isActive } = community;
      const value = create(CommunityAddedSchema, { communityId, name, isActive, source: community.source });
      return event({ userId, payload: { case: 'communityAdded', value } });
    },
    communityRemoved: (userId: UserId, communityId: string) => {
      const value = create(CommunityRemovedSchema, { communityId });
      return event({ userId, payload: { case: 'communityRemoved', value } });
    },
    samplesRemoved: (userId: UserId) =>
      event({ userId, payload: { case: 'samplesRemoved', value: create(SamplesRemovedSchema) } }),
  };
}

/** Events about a user's decisions on a lead: status changes and ratings. */
function judgementEvents(event: (facts: EventFacts) => OutgoingEvent) {
  return {
    statusChanged: (change: StatusChange, lead: Lead) => {
      const { userId, leadId, from, to, revision, messageType, messageId, variant, byScore } = change;
      const value = create(LeadStatusChangedSchema, {
        ...postOf(lead),
        leadId,
        fromStatus: from,
        toStatus: to,
        revision,
        byScore,
        ...(messageType !== null && { messageType }),
        ...(messageId !== null && { messageId }),
        ...(variant !== null && { variant }),
      });
      return event({ userId, payload: { case: 'leadStatusChanged', value } });
    },
    leadRated: ({ userId, leadId, rating, revision }: RatingChange, lead: Lead) => {
      const value = create(LeadRatedSchema, {
        ...postOf(lead),
        leadId,
        revision,
        ...(rating !== null && { rating }),
      });
      return event({ userId, payload: { case: 'leadRated', value } });
    },
  };
}

/** Identifies the post. Events never contain its text. */
function postOf({ source, postId }: Lead) {
  return { source, postId };
}
