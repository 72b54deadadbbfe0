import type { EventFacts, OutgoingEvent } from '@earshot/event-bus';
import {
  CommunityRead,
  LeadFoundSchema,
  ScanEndedSchema,
  ScanJobViewSchema,
  ScanProgressedSchema,
  ScanTaskRequestedSchema,
  ScannedCommunitySchema,
  SourceResumedSchema,
  SourceStoppedSchema,
  create,
  timestampFromDate,
} from '@earshot/proto/events';
import { errorTable } from '@earshot/proto/errors';
import type { UserId } from '@earshot/proto/refs';
import { notInSample } from '@earshot/proto/values';
import { type JudgedBy, type ScanJob, viewOf } from '../domain/job.ts';
import type { JobChange, JobMessage } from '../domain/job-changes.ts';
import type { Notifying } from '../domain/source-monitor.ts';
import type { FoundPost } from '../domain/verdict.ts';

type MakeEvent = (facts: EventFacts) => OutgoingEvent;

/** The events of a changed job, in order. */
export function jobEvents(event: MakeEvent): (change: JobChange) => OutgoingEvent[] {
  return ({ job, messages }) =>
    messages.map((message) => event({ userId: job.userId, payload: payloadOf(job, message) }));
}

function payloadOf(job: ScanJob, message: JobMessage): EventFacts['payload'] {
  switch (message.kind) {
    case 'task-requested':
      return {
        case: 'scanTaskRequested',
        value: create(ScanTaskRequestedSchema, { jobId: job.id, task: message.task }),
      };
    case 'progressed':
      return { case: 'scanProgressed', value: create(ScanProgressedSchema, { job: viewMessage(job) }) };
    case 'ended':
      return {
        case: 'scanEnded',
        value: create(ScanEndedSchema, { job: viewMessage(job), communities: scannedOf(job) }),
      };
  }
}

/** The words for a community that its source, or the sandbox in its place, does not have. */
const missing = new Set([errorTable['source.not-found'].message, notInSample]);

function scannedOf({ tasks }: ScanJob) {
  return tasks
    .filter(({ kind }) => kind === 'community')
    .map(({ source, community: name, state, error }) => {
      const isMissing = state === 'failed' && missing.has(error ?? '');
      const read = state === 'done' ? CommunityRead.DONE : CommunityRead.UNSPECIFIED;
      const problem = state === 'failed' && error !== null ? { problem: error } : {};
      return create(ScannedCommunitySchema, {
        source,
        name,
        read: isMissing ? CommunityRead.MISSING : read,
        ...problem,
      });
    });
}

function viewMessage(job: ScanJob) {
  const { id, status, currentStep, progress, processedThreads, totalThreads, newLeadsFound, funnel, ...view } =
    viewOf(job);
  const { subredditsScanned: communitiesScanned, totalSubreddits: totalCommunities, errorMessage } = view;
  return create(ScanJobViewSchema, {
    id,
    status,
    currentStep,
    progress,
    communitiesScanned,
    totalCommunities,
    processedThreads,
    totalThreads,
    newLeadsFound,
    funnel,
    ...(errorMessage !== null && { errorMessage }),
    ...(job.limitResetsAt && { limitResetsAt: timestampFromDate(job.limitResetsAt) }),
    ...(job.startedAt && { startedAt: timestampFromDate(job.startedAt) }),
    ...(job.completedAt && { completedAt: timestampFromDate(job.completedAt) }),
    createdAt: timestampFromDate(job.createdAt),
  });
}

/** Creates the event of a found post, with the limits that apply. A `rescued` post is exempt from them. */
export function foundEvent(
  event: MakeEvent,
): (job: JudgedBy, found: FoundPost, how?: { readonly rescued: boolean }) => OutgoingEvent {
  return (
    { id: jobId, userId, threshold, maxLeadsPerScan, maxLeadsPerDay, heardAt },
    found,
    { rescued } = { rescued: false },
  ) => {
    const { source, postId, businessVersion } = found;
    const at = heardAt?.get(postId);
    const limits = {
      threshold,
      maxLeadsPerScan,
      maxLeadsPerDay,
      rescued,
      ...(at && { heardAt: timestampFromDate(at) }),
    };
    const value = create(LeadFoundSchema, { jobId, source, postId, businessVersion, ...limits });
    return event({ userId, payload: { case: 'leadFound', value } });
  };
}

/** Creates the event that notifies a user of an outage of a source, or of its end. */
export function sourceEvent(event: MakeEvent): (userId: UserId, source: string, notifying: Notifying) => OutgoingEvent {
  return (userId, source, { kind, outage: { state, since, cause } }) => {
    const begin = { source, since: timestampFromDate(since) };
    if (kind === 'resumed')
      return event({ userId, payload: { case: 'sourceResumed', value: create(SourceResumedSchema, begin) } });
    const value = create(SourceStoppedSchema, { ...begin, state, ...(cause !== null && { cause }) });
    return event({ userId, payload: { case: 'sourceStopped', value } });
  };
}
