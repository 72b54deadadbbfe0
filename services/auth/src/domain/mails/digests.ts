import type { JobId, UserId } from '@earshot/proto/refs';
import { preferencesOf, type PreferencesRepository } from '../preferences.ts';
import type { User } from '../user.ts';
import type { MailChoices } from './mail-choices.ts';
import type { DescribedLead, DigestCollector, DigestLead } from './mail-queue.ts';

/** Milliseconds that a digest waits after its scan for counted leads that have not arrived. */
const patienceMs = 60_000;
/** Milliseconds for which sending a digest is retried. */
const tryForMs = 24 * 3_600_000;

/** The stores of the user's digest settings. */
export interface DigestPreferences {
  readonly choices: MailChoices;
  readonly preferences: PreferencesRepository;
}

/** The sources of a user's communities, with repetitions. Empty if they cannot be read now. */
export type CommunitySources = (userId: UserId) => Promise<readonly string[]>;

/** The leads with their words. Leads that no longer exist are left out. Throws if the words cannot be read now. */
export type DescribeLeads = (userId: UserId, leads: readonly DigestLead[]) => Promise<readonly DescribedLead[]>;

/** Digests go only to verified addresses, if both settings allow them. */
export async function wantsDigest(user: User, { choices, preferences }: DigestPreferences): Promise<boolean> {
  if (!user.isEmailVerified || (await choices.methodOf(user.id)) !== 'email') return false;
  return (await preferencesOf(user.id, preferences)).emailNotifications;
}

/** Dependencies for collecting leads; `due` is called when a digest can be sent. */
export interface CollectingDependencies {
  readonly choices: MailChoices;
  readonly digests: DigestCollector;
  readonly due: () => void;
}

/** A lead created by the user's scan. `heardAt`: when it was created, if no scan found it because the user listens. */
export type NewLead = DigestLead & {
  readonly userId: UserId;
  readonly jobId: JobId;
  readonly heardAt: Date | null;
};

/** The leads that are heard within this time share a digest. */
const hearingMs = 3_600_000;

/**
 * Adds new leads to their scans' digests, or to the digest of the hour in which they were heard. Users without mail
 * notifications are skipped.
 */
export async function collectLeads(leads: readonly NewLead[], now: Date, deps: CollectingDependencies): Promise<void> {
  for (const [userId, own] of Map.groupBy(leads, (lead) => lead.userId)) {
    if ((await deps.choices.methodOf(userId)) !== 'email') continue;
    for (const [jobId, found] of Map.groupBy(own, digestOf)) {
      const shown = found.map(({ userId: _user, jobId: _job, heardAt: _at, ...lead }) => lead);
      if ((await deps.digests.collect(jobId, userId, shown, now)) === 'complete') deps.due();
      const heardAt = found[0]?.heardAt ?? null;
      if (heardAt !== null) await closeHour({ jobId, userId, heardAt }, now, deps);
    }
  }
}

const hourOf = (at: Date) => Math.floor(at.getTime() / hearingMs);

function digestOf({ userId, jobId, heardAt }: NewLead): JobId {
  return heardAt === null ? jobId : `heard-${userId}-${hourOf(heardAt)}`;
}

/** No event ends an hour, so its digest is sent soon after the hour with the leads that it then has. */
async function closeHour(
  { jobId, userId, heardAt }: { readonly jobId: JobId; readonly userId: UserId; readonly heardAt: Date },
  now: Date,
  { digests }: CollectingDependencies,
): Promise<void> {
  const latestMs = Math.max((hourOf(heardAt) + 1) * hearingMs, now.getTime()) + patienceMs;
  const facts = { latest: new Date(latestMs), giveUpAt: new Date(latestMs + tryForMs) };
  await digests.close(jobId, userId, { newLeads: Number.MAX_SAFE_INTEGER, ...facts }, now);
}

/** Closes a scan's digest. It is sent once its leads have arrived. */
export async function closeDigest(
  ended: { jobId: JobId; userId: UserId; newLeads: number },
  now: Date,
  deps: CollectingDependencies,
): Promise<void> {
  const { jobId, userId, newLeads } = ended;
  if (newLeads === 0) return;
  const facts = {
    newLeads,
    latest: new Date(now.getTime() + patienceMs),
    giveUpAt: new Date(now.getTime() + tryForMs),
  };
  if ((await deps.digests.close(jobId, userId, facts, now)) === 'complete') deps.due();
}
