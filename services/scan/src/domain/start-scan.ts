import type { Clock } from '@earshot/platform';
import { appError } from '@earshot/platform';
import type { Preferences } from '@earshot/proto/http/auth';
import type { ScanSettings } from '@earshot/proto/http/lead';
import { leadThresholds } from '@earshot/proto/values';
import { createHash } from 'node:crypto';
import { waitingFor } from './carry-over.ts';
import type { JobFacts } from './job-changes.ts';
import { newJob } from './job-changes.ts';
import type { JobStore, VerdictStore } from './ports.ts';
import type { Scorer } from './scoring/scorer.ts';

/** What starting a scan needs; settings and preferences are asked of their owners. */
export interface StartDeps {
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  readonly settingsOf: (userId: string) => Promise<ScanSettings>;
  readonly preferencesOf: (userId: string) => Promise<Preferences>;
  readonly scorerFor: (model: string) => Scorer;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** How often a job may end between our "one is running" and our look at it. */
const attempts = 5;

/**
 * Starts a scan of the user's active communities, or finds the one that runs: one at a time for each user.
 * Throws scan.no-business or scan.no-communities when there is nothing to scan for or in.
 */
export async function startScan(deps: StartDeps, userId: string): Promise<{ jobId: string; started: boolean }> {
  const [settings, preferences] = await Promise.all([deps.settingsOf(userId), deps.preferencesOf(userId)]);
  const businessDescription = settings.businessDescription.trim();
  if (businessDescription === '') throw appError('scan.no-business');
  if (settings.communities.length === 0) throw appError('scan.no-communities');
  const model = preferences.leadScoringModel;
  const facts: Omit<JobFacts, 'id'> = {
    userId,
    businessDescription,
    businessVersion: businessVersion(businessDescription, deps.scorerFor(model).version),
    threshold: leadThresholds[settings.searchStrategy],
    maxLeadsPerScan: settings.maxLeadsPerScan,
    maxLeadsPerDay: preferences.maxLeadsPerDay,
    model,
    communities: settings.communities,
    carriesOver: false,
  };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const running = await deps.jobs.findRunning(userId);
    if (running !== null) return { jobId: running.id, started: false };
    const jobId = deps.newId();
    if (await addJob(deps, { ...facts, id: jobId })) return { jobId, started: true };
  }
  throw appError('service.unavailable');
}

async function addJob(deps: StartDeps, facts: JobFacts): Promise<boolean> {
  const now = deps.clock.now();
  const waiting = await deps.verdicts.waiting(waitingFor(newJob(facts, now).job, 1));
  return deps.jobs.add(newJob({ ...facts, carriesOver: waiting.length > 0 }, now));
}

/** Names what a verdict rests on besides the post: the description and the scorer. 128 bits are plenty to tell apart. */
function businessVersion(description: string, scorerVersion: string): string {
  return createHash('sha256').update(`${scorerVersion}\n${description}`).digest('hex').slice(0, 32);
}
