import { AppError, appError, type Clock, type Logger } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import type { Preferences } from '@earshot/proto/http/auth';
import type { ScanSettings } from '@earshot/proto/http/lead';
import { leadThresholds } from '@earshot/proto/values';
import { createHash } from 'node:crypto';
import type { JobId, UserId } from '@earshot/proto/refs';
import { type JobCommunity, type JobFacts, newJob } from './job-changes.ts';
import type { Business, Learned, Scorer } from '@earshot/scoring';
import type { JobStore, VerdictStore } from './ports.ts';
import { afterSlot, type Schedule, scheduleFor, type ScheduleStore } from './schedule.ts';
import { problemOf } from './source-problem.ts';
import type { ErrorCode } from '@earshot/proto/errors';
import { waitingFor } from './scan-community.ts';

/** The dependencies of starting a scan. Settings and preferences come from the services that own them. */
export interface StartDeps {
  readonly jobs: JobStore;
  readonly verdicts: VerdictStore;
  readonly schedules: ScheduleStore;
  readonly settingsOf: (userId: UserId) => Promise<ScanSettings>;
  readonly preferencesOf: (userId: UserId) => Promise<Preferences>;
  readonly scorerFor: (model: string, userId: UserId) => Scorer;
  /** What was learned from the user, or null. */
  readonly learnedOf: (userId: UserId) => Promise<Learned | null>;
  readonly sources: Pick<Sources, 'get'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Counts a scan that a user starts. Throws rate.limited if the user has started too many. */
  readonly admit: (userId: UserId) => Promise<void>;
}

/** Maximum number of tries, because a job that blocks the new one may end before it is looked up. */
const attempts = 5;

/** `jobId` is null if a slot had nothing to start. */
export interface Start {
  readonly jobId: JobId | null;
  readonly started: boolean;
}

/**
 * Starts a scan of the user's active communities, or returns the running one: each user has at most one. `slot` is the
 * time of a scheduled scan. A slot starts at most one scan, and none if the user has switched to manual scans. Throws
 * scan.no-business or scan.no-communities if there is no business or nothing to scan, and rate.limited
 * if the user has just started several scans.
 */
export async function startScan(deps: StartDeps, userId: UserId): Promise<Start & { readonly jobId: JobId }>;
export async function startScan(deps: StartDeps, userId: UserId, slot: Date): Promise<Start>;
export async function startScan(deps: StartDeps, userId: UserId, slot?: Date): Promise<Start> {
  // Read before the configuration, which is then at least as new as the schedule.
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
    if (slot === undefined && attempt === 1) await deps.admit(userId);
    const jobId = deps.newId();
    if (await addJob(deps, { ...facts, id: jobId }, slotKey)) return { jobId, started: true };
  }
  throw appError('service.unavailable');
}

function factsOf(
  deps: StartDeps,
  userId: UserId,
  settings: ScanSettings,
  preferences: Preferences,
): Omit<JobFacts, 'id' | 'learned'> {
  const businessDescription = settings.businessDescription.trim();
  if (businessDescription === '') throw appError('scan.no-business');
  const communities = jobCommunities(deps.sources, settings.communities);
  const model = preferences.leadScoringModel;
  const { profile } = settings;
  const business = { description: businessDescription, ...(profile && { profile }) };
  return {
    userId,
    businessDescription,
    profile: profile ?? null,
    // What was learned is not part of the version. Otherwise each new label would make scans judge all posts again.
    businessVersion: businessVersion(business, deps.scorerFor(model, userId).version),
    threshold: leadThresholds[settings.searchStrategy],
    maxLeadsPerScan: settings.maxLeadsPerScan,
    maxLeadsPerDay: preferences.maxLeadsPerDay,
    model,
    communities,
    carriesOver: false,
  };
}

/** The communities, each with the reason if it cannot be scanned. Throws if none can be scanned. */
function jobCommunities(
  sources: StartDeps['sources'],
  communities: ScanSettings['communities'],
): readonly JobCommunity[] {
  const checked = communities.map((community) => ({ community, problem: problemOf(sources, community) }));
  if (checked.every(({ problem }) => problem !== null)) throw appError('scan.no-communities');
  return checked.map(({ community, problem }) => ({ ...community, problem: problem?.message ?? null }));
}

/**
 * Schedules follow the events of saved configurations. This updates a schedule that missed an event. A concurrent
 * change of the schedule wins.
 */
async function refreshSchedule(
  { schedules, clock }: StartDeps,
  before: Schedule | null,
  userId: UserId,
  { scanFrequency }: ScanSettings,
): Promise<void> {
  const schedule = { scanFrequency, hasBusiness: true, revision: before?.revision ?? 0 };
  const next = scheduleFor(userId, before, schedule, clock.now());
  if (next !== null) await schedules.save(next);
}

async function addJob(deps: StartDeps, facts: JobFacts, slotKey: string | undefined): Promise<boolean> {
  const now = deps.clock.now();
  const waiting = await deps.verdicts.waiting(waitingFor(newJob(facts, now).job, 1));
  return deps.jobs.add(newJob({ ...facts, carriesOver: waiting.length > 0 }, now), slotKey);
}

/**
 * Identifies the inputs of a verdict besides the post: the description, the profile and the scorer. 128 bits are enough
 * to avoid collisions.
 */
export function businessVersion(
  { description, profile }: Pick<Business, 'description' | 'profile'>,
  scorerVersion: string,
): string {
  const hash = createHash('sha256').update(`${scorerVersion}\n${description}`);
  if (profile !== undefined) {
    const { offer, audience, problems, alternatives, notFor, targetKeywords, excludedKeywords } = profile;
    const fields = [offer, audience, problems, alternatives, notFor, targetKeywords, excludedKeywords];
    const place = profile.location === '' ? [] : [profile.location, profile.servesOnlyThere];
    hash.update(`\n${JSON.stringify([...fields, ...place])}`);
  }
  return hash.digest('hex').slice(0, 32);
}

export interface SlotDeps extends StartDeps {
  readonly log: Logger;
}

const pageSize = 100;
const nothingToScan: readonly ErrorCode[] = ['scan.no-business', 'scan.no-communities'];

/**
 * Starts the scans whose slot is due. Any number of processes may call it at any time: a unique key of the job allows
 * one scan per user and slot (docs/decisions/0008). Of several missed slots only one runs. A slot that finds a running
 * scan, or nothing to scan, is done. A slot that fails for another reason is retried at the next call.
 */
export async function runDueSlots(deps: SlotDeps): Promise<void> {
  for (let after: Date | null = null; ;) {
    const due: Schedule[] = await deps.schedules.due(deps.clock.now(), after, pageSize);
    for (const schedule of due) {
      await runSlot(deps, schedule).catch((err: unknown) => deps.log.warn({ err }, 'a scheduled scan did not start'));
    }
    // Skips failed slots. Otherwise the same page would be read again and again.
    after = due.at(-1)?.running?.nextAt ?? null;
    if (after === null || due.length < pageSize) return;
  }
}

async function runSlot(deps: SlotDeps, schedule: Schedule): Promise<void> {
  const { userId, running } = schedule;
  if (running === null) return;
  try {
    await startScan(deps, userId, running.nextAt);
  } catch (error) {
    if (!(error instanceof AppError) || !nothingToScan.includes(error.code)) throw error;
  }
  // `save` may return false: another process has already advanced the schedule, or the user has changed it.
  await deps.schedules.save(afterSlot(schedule, running, deps.clock.now()));
}
