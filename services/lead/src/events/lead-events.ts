import type { EventFacts, OutgoingEvent } from '@earshot/platform';
import {
  create,
  LeadCreatedSchema,
  LeadRefusal,
  LeadRefusedSchema,
  LeadStatusChangedSchema,
  timestampFromDate,
} from '@earshot/proto/events';
import type { Refusal, RefusalReason } from '../domain/admit-found-posts.ts';
import type { StatusChange } from '../domain/change-lead-status.ts';
import type { Lead } from '../domain/lead.ts';

const reasons: Readonly<Record<RefusalReason, LeadRefusal>> = {
  'scan-limit': LeadRefusal.SCAN_LIMIT,
  'daily-limit': LeadRefusal.DAILY_LIMIT,
  duplicate: LeadRefusal.DUPLICATE,
};

/** What the lead service tells, as events in its name. */
export function leadEvents(event: (facts: EventFacts) => OutgoingEvent) {
  return {
    leadCreated: (lead: Lead) => {
      const { id: leadId, jobId, redditPostId: postId, title, subreddit, score, userId } = lead;
      const value = create(LeadCreatedSchema, { leadId, jobId, postId, title, subreddit, score });
      return event({ userId, payload: { case: 'leadCreated', value } });
    },
    leadRefused: ({ userId, jobId, postId, reason, limitResetsAt }: Refusal) => {
      const value = create(LeadRefusedSchema, {
        jobId,
        postId,
        reason: reasons[reason],
        ...(limitResetsAt !== null && { limitResetsAt: timestampFromDate(limitResetsAt) }),
      });
      return event({ userId, payload: { case: 'leadRefused', value } });
    },
    statusChanged: ({ userId, leadId, from, to }: StatusChange) => {
      const value = create(LeadStatusChangedSchema, { leadId, fromStatus: from, toStatus: to });
      return event({ userId, payload: { case: 'leadStatusChanged', value } });
    },
  };
}
