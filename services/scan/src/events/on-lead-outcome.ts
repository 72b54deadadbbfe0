import type { EventOf } from '@earshot/event-bus';
import { LeadRefusal, timestampDate } from '@earshot/proto/events';
import type { JobId, UserId } from '@earshot/proto/refs';
import { hasEnded } from '../domain/job.ts';
import { noteLimit } from '../domain/job-changes.ts';
import type { JobStore, Resolution, VerdictStore } from '../domain/ports.ts';

/** The dependencies of the handlers. */
export interface OutcomeDeps {
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  /** Updates the job's counts immediately. */
  readonly settle: (jobId: JobId) => Promise<unknown>;
  /** Updates the job's counts soon, together with other outcomes of the job. */
  readonly settleSoon: (jobId: JobId) => void;
}

/** Handles found posts that became leads. Safe to repeat. */
export function onLeadsCreated(deps: OutcomeDeps) {
  return (events: readonly EventOf<'leadCreated'>[]): Promise<void> =>
    resolve(
      deps,
      events.map(({ userId, payload }) => {
        const { jobId, source, postId } = payload.value;
        return { userId, jobId, post: { source, id: postId }, outcome: 'created' };
      }),
    );
}

/** Handles found posts that did not become leads, because of a limit or because they already are leads. Safe to repeat. */
export function onLeadsRefused(deps: OutcomeDeps) {
  return async (events: readonly EventOf<'leadRefused'>[]): Promise<void> => {
    const refusals = events.map(refusalOf);
    for (const { userId, jobId, limitResetsAt } of newestLimits(refusals)) {
      await deps.jobs.change(jobId, (job) => (job.userId === userId ? noteLimit(job, limitResetsAt) : null));
    }
    await resolve(deps, refusals);
  };
}

interface Decided extends Resolution {
  readonly userId: UserId;
  readonly jobId: JobId;
}

interface Refused extends Decided {
  /** Only if the daily limit refused the post. */
  readonly limitResetsAt?: Date;
}

function refusalOf({ userId, payload }: EventOf<'leadRefused'>): Refused {
  const { jobId, source, postId, reason, limitResetsAt } = payload.value;
  const whose = { userId, jobId, post: { source, id: postId } };
  // A removed post counts like one that is a lead already: it takes no room under the limits.
  if (reason === LeadRefusal.DUPLICATE || reason === LeadRefusal.REMOVED) return { ...whose, outcome: 'duplicate' };
  if (reason !== LeadRefusal.DAILY_LIMIT) return { ...whose, outcome: 'capped', cap: 'scan-limit' };
  const reset = limitResetsAt && { limitResetsAt: timestampDate(limitResetsAt) };
  return { ...whose, outcome: 'capped', cap: 'daily-limit', ...reset };
}

/** The last reported end of the daily limit of each job. */
function newestLimits(refusals: readonly Refused[]) {
  const limits = refusals.flatMap(({ userId, jobId, limitResetsAt }) =>
    limitResetsAt === undefined ? [] : [{ userId, jobId, limitResetsAt }],
  );
  return new Map(limits.map((limit) => [limit.jobId, limit])).values();
}

async function resolve(deps: OutcomeDeps, decided: readonly Decided[]): Promise<void> {
  for (const [jobId, ofJob] of Map.groupBy(decided, (one) => one.jobId)) {
    for (const [userId, resolutions] of Map.groupBy(ofJob, (one) => one.userId)) {
      const job = await deps.jobs.findOwn(userId, jobId);
      if (job === null) {
        await deps.verdicts.resolveHeard(userId, jobId, resolutions);
        continue;
      }
      await deps.verdicts.resolve(job, resolutions);
      // The sweep ignores ended jobs, so the counts must be correct before the events are acknowledged.
      if (hasEnded(job)) await deps.settle(jobId);
      else deps.settleSoon(jobId);
    }
  }
}
