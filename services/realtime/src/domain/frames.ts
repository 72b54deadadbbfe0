import type { EventOf } from '@earshot/event-bus';
import { type ScanJobView, timestampDate } from '@earshot/proto/events';
import { type ServerFrame, serverFrame } from '@earshot/proto/realtime';
import { communityView } from '@earshot/sources';
import type { UserId } from '@earshot/proto/refs';

/** Titles by the ids of leads. Ids without a title are missing. */
export type LeadTitles = (userId: UserId, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The frames sent to clients for each event. They are validated by the contract, so that they contain nothing else. */
export function newLead(event: EventOf<'leadCreated'>, title: string): ServerFrame {
  const { leadId, source, community, score } = event.payload.value;
  const view = communityView({ source, name: community });
  return { type: 'new_lead', data: { id: leadId, title, subreddit: community, ...view, score: score.toFixed(1) } };
}

/** A lead's status changed, in this tab or another. */
export function leadStatusUpdated(event: EventOf<'leadStatusChanged'>): ServerFrame {
  const { leadId, toStatus } = event.payload.value;
  return serverFrame.parse({ type: 'lead_status_updated', data: { id: leadId, status: toStatus } });
}

/** The user's model has replaced a lead's provisional score. */
export function leadRescored(event: EventOf<'leadRescored'>): ServerFrame {
  const { leadId, score } = event.payload.value;
  return { type: 'lead_rescored', data: { id: leadId, score: score.toFixed(1) } };
}

/** The author of a lead posted the same text in another place. */
export function leadPlaceAdded(event: EventOf<'leadPlaceAdded'>): ServerFrame {
  return { type: 'lead_place_added', data: { id: event.payload.value.leadId } };
}

/** The post of a lead was removed at its site. */
export function leadPostRemoved(event: EventOf<'leadPostRemoved'>): ServerFrame {
  return { type: 'lead_post_removed', data: { id: event.payload.value.leadId } };
}

/** The view of the scan job; empty for an event without one. */
export function scanProgress(job: ScanJobView | undefined): ServerFrame[] {
  return job === undefined ? [] : [serverFrame.parse({ type: 'scan_progress', data: jobView(job) })];
}

/** A completed scan gets an additional frame. A failed or cancelled scan gets the view only. */
export function scanEnded(job: ScanJobView | undefined): ServerFrame[] {
  const frames = scanProgress(job);
  if (job?.status !== 'completed') return frames;
  return [...frames, { type: 'scan_complete', data: { jobId: job.id, newLeads: job.newLeadsFound } }];
}

function jobView({ communitiesScanned, totalCommunities, ...job }: ScanJobView) {
  return {
    ...job,
    subredditsScanned: communitiesScanned,
    totalSubreddits: totalCommunities,
    errorMessage: job.errorMessage ?? null,
    limitResetsAt: iso(job.limitResetsAt),
    startedAt: iso(job.startedAt),
    completedAt: iso(job.completedAt),
    createdAt: iso(job.createdAt),
  };
}

function iso(time: ScanJobView['createdAt']): string | null {
  return time === undefined ? null : timestampDate(time).toISOString();
}
