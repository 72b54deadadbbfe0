import { sourceOfOldData } from '@earshot/sources';
import type { PostRef } from '../domain/community.ts';
import type { EventOf } from '@earshot/event-bus';
import { LeadRefusal, timestampDate } from '@earshot/proto/events';
import { hasEnded } from '../domain/job.ts';
import { noteLimit } from '../domain/job-changes.ts';
import type { JobStore, VerdictStore } from '../domain/ports.ts';
import type { Cap, LeadOutcome } from '../domain/verdict.ts';

/** The dependencies of the handlers. */
export interface OutcomeDeps {
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  /** Updates the job's counts immediately. */
  readonly settle: (jobId: string) => Promise<void>;
  /** Updates the job's counts soon, together with other outcomes of the job. */
  readonly settleSoon: (jobId: string) => void;
}

/** Handles a found post that became a lead. */
export function onLeadCreated(deps: OutcomeDeps) {
  return async ({ userId, payload }: EventOf<'leadCreated'>): Promise<void> => {
    const { jobId, source = sourceOfOldData, postId } = payload.value;
    await resolve(deps, { userId, jobId, post: { source, id: postId }, outcome: 'created' });
  };
}

/** Handles a found post that did not become a lead, because of a limit or because it already is one. */
export function onLeadRefused(deps: OutcomeDeps) {
  return async ({ userId, payload }: EventOf<'leadRefused'>): Promise<void> => {
    const { jobId, source = sourceOfOldData, postId, reason, limitResetsAt } = payload.value;
    const outcome = reason === LeadRefusal.DUPLICATE ? 'duplicate' : 'capped';
    if (reason === LeadRefusal.DAILY_LIMIT && limitResetsAt !== undefined) {
      await deps.jobs.change(jobId, (job) =>
        job.userId === userId ? noteLimit(job, timestampDate(limitResetsAt)) : null,
      );
    }
    const post = { source, id: postId };
    await resolve(deps, { userId, jobId, post, outcome, ...(outcome === 'capped' && { cap: capOf(reason) }) });
  };
}

function capOf(reason: LeadRefusal): Cap {
  return reason === LeadRefusal.DAILY_LIMIT ? 'daily-limit' : 'scan-limit';
}

interface Resolution {
  readonly userId: string;
  readonly jobId: string;
  readonly post: PostRef;
  readonly outcome: LeadOutcome;
  readonly cap?: Cap;
}

async function resolve(deps: OutcomeDeps, { userId, jobId, post, outcome, cap }: Resolution): Promise<void> {
  const job = await deps.jobs.findOwn(userId, jobId);
  if (job === null) return;
  await deps.verdicts.resolve(job, post, outcome, cap);
  // The sweep ignores ended jobs, so the counts must be correct before this event is acknowledged.
  if (hasEnded(job)) await deps.settle(jobId);
  else deps.settleSoon(jobId);
}
