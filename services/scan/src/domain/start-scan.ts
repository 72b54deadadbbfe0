import type { Clock } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import { appError } from '@earshot/core';
import type { Preferences } from '@earshot/proto/http/auth';
import type { ScanSettings } from '@earshot/proto/http/lead';
import { leadThresholds } from '@earshot/proto/values';
import { createHash } from 'node:crypto';
import { waitingFor } from './carry-over.ts';
import type { JobCommunity, JobFacts } from './job-changes.ts';
import { newJob } from './job-changes.ts';
import type { Learned } from './learning/personal-scorer.ts';
import type { JobStore, VerdictStore } from './ports.ts';
import { problemOf } from './scannable.ts';
import type { Schedule, ScheduleStore } from './schedule.ts';
import { scheduleFor } from './schedule.ts';
import type { Scorer } from './scoring/scorer.ts';

/** What starting a scan needs; settings and preferences are asked of their owners. */
export interface StartDeps {
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  readonly schedules: ScheduleStore;
  readonly settingsOf: (userId: string) => Promise<ScanSettings>;
  readonly preferencesOf: (userId: string) => Promise<Preferences>;
  readonly scorerFor: (model: string, userId: string) => Scorer;
  /** What is applied of what was learned from the user. */
  readonly learnedOf: (userId: string) => Promise<Learned | null>;
  readonly sources: Pick<Sources, 'get'>;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** How often a job may end between our "one is running" and our look at it. */
const attempts = 5;

/** `jobId` is null where a slot found nothing to do. */
export interface Start {
  readonly jobId: string | null;
  readonly started: boolean;
}

/**
 * Starts a scan of the user's active communities, or finds the one that runs: one at a time for each user. A `slot` is
 * the time of a scheduled scan: it starts one scan at most, and none once the user wants them manual. Throws
 * scan.no-business, scan.no-communities or scan.only-samples when there is nothing to scan for or in.
 */
export async function startScan(deps: StartDeps, userId: string): Promise<Start & { readonly jobId: string }>;
export async function startScan(deps: StartDeps, userId: string, slot: Date): Promise<Start>;
export async function startScan(deps: StartDeps, userId: string, slot?: Date): Promise<Start> {
  // Read before the set-up, which is then as new as the schedule or newer.
  const schedule = slot === undefined ? await deps.schedules.find(userId) : null;
  const [settings, preferences, learned] = await Promise.all([
    deps.settingsOf(userId),
    deps.preferencesOf(userId),
    deps.learnedOf(userId),
  ]);
  if (slot !== undefined && settings.scanFrequency === 'manual') return { jobId: null, started: false };
  const facts = { ...factsOf(deps, userId, settings, preferences), learned };
  if (slot === undefined) await refreshSchedule(deps, schedule, userId, settings);
  const slotKey = slot && `${userId} ${slot.toISOString()}`;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const running = await deps.jobs.findRunning(userId);
    if (running !== null) return { jobId: running.id, started: false };
    if (slotKey !== undefined && (await deps.jobs.hasSlot(slotKey))) return { jobId: null, started: false };
    const jobId = deps.newId();
    if (await addJob(deps, { ...facts, id: jobId }, slotKey)) return { jobId, started: true };
  }
  throw appError('service.unavailable');
}

function factsOf(
  deps: StartDeps,
  userId: string,
  settings: ScanSettings,
  preferences: Preferences,
): Omit<JobFacts, 'id' | 'learned'> {
  const businessDescription = settings.businessDescription.trim();
  if (businessDescription === '') throw appError('scan.no-business');
  const communities = jobCommunities(deps.sources, settings.communities);
  const model = preferences.leadScoringModel;
  return {
    userId,
    businessDescription,
    // What was learned is not in it, or each new label would have every post judged again.
    businessVersion: businessVersion(businessDescription, deps.scorerFor(model, userId).version),
    threshold: leadThresholds[settings.searchStrategy],
    maxLeadsPerScan: settings.maxLeadsPerScan,
    maxLeadsPerDay: preferences.maxLeadsPerDay,
    model,
    communities,
    carriesOver: false,
  };
}

/** With what keeps some of them from being scanned; throws when that is all of them. */
function jobCommunities(
  sources: StartDeps['sources'],
  communities: ScanSettings['communities'],
): readonly JobCommunity[] {
  const checked = communities.map((community) => ({ community, problem: problemOf(sources, community) }));
  if (checked.every(({ problem }) => problem !== null)) {
    const onlySamples = checked.some(({ problem }) => problem?.code === 'source.sample');
    throw appError(onlySamples ? 'scan.only-samples' : 'scan.no-communities');
  }
  return checked.map(({ community, problem }) => ({
    ...community,
    // Where the client was taken away again, the sandbox is read.
    sample: problem === null ? sources.get(community.source).sample : community.sample,
    problem: problem?.message ?? null,
  }));
}

/** Set-ups are told by events; a schedule that missed one is put right here. Whoever changed it meanwhile knew better. */
async function refreshSchedule(
  { schedules, clock }: StartDeps,
  before: Schedule | null,
  userId: string,
  { scanFrequency }: ScanSettings,
): Promise<void> {
  const wanted = { scanFrequency, hasBusiness: true, revision: before?.revision ?? 0 };
  const next = scheduleFor(userId, before, wanted, clock.now());
  if (next !== null) await schedules.save(next);
}

async function addJob(deps: StartDeps, facts: JobFacts, slotKey: string | undefined): Promise<boolean> {
  const now = deps.clock.now();
  const waiting = await deps.verdicts.waiting(waitingFor(newJob(facts, now).job, 1));
  return deps.jobs.add(newJob({ ...facts, carriesOver: waiting.length > 0 }, now), slotKey);
}

/** Names what a verdict rests on besides the post: the description and the scorer. 128 bits are plenty to tell apart. */
export function businessVersion(description: string, scorerVersion: string): string {
  return createHash('sha256').update(`${scorerVersion}\n${description}`).digest('hex').slice(0, 32);
}
