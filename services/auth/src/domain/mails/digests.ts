import type { PreferencesRepository } from '../preferences.ts';
import { preferencesOf } from '../preferences.ts';
import type { User } from '../user.ts';
import type { MailChoices } from './mail-choices.ts';
import type { DigestCollector, DigestLead } from './mail-queue.ts';

/** Milliseconds that a digest waits, after its scan has ended, for leads that were counted but have not come. */
const patienceMs = 60_000;
/** Milliseconds that a digest is tried for. */
const tryForMs = 24 * 3_600_000;

/** Where a user's wishes about mail are kept. */
export interface DigestWishes {
  readonly choices: MailChoices;
  readonly preferences: PreferencesRepository;
}

/** Only to verified addresses, where both switches say so. */
export async function wantsDigest(user: User, { choices, preferences }: DigestWishes): Promise<boolean> {
  if (!user.isEmailVerified || (await choices.methodOf(user.id)) !== 'email') return false;
  return (await preferencesOf(user.id, preferences)).emailNotifications;
}

/** What collecting needs; `due` is told when a digest can be sent. */
export interface CollectingDependencies {
  readonly choices: MailChoices;
  readonly digests: DigestCollector;
  readonly due: () => void;
}

/** A lead that a scan of this user made. */
export type NewLead = DigestLead & { readonly userId: string; readonly jobId: string };

/** Keeps new leads for their scans' digests; those of users who want no mail are passed over. */
export async function collectLeads(leads: readonly NewLead[], now: Date, deps: CollectingDependencies): Promise<void> {
  for (const [userId, own] of Map.groupBy(leads, (lead) => lead.userId)) {
    if ((await deps.choices.methodOf(userId)) !== 'email') continue;
    for (const [jobId, found] of Map.groupBy(own, (lead) => lead.jobId)) {
      const shown = found.map(({ userId: _user, jobId: _job, ...lead }) => lead);
      if ((await deps.digests.collect(jobId, userId, shown, now)) === 'complete') deps.due();
    }
  }
}

/** A scan ended: its digest goes out once its leads are there. */
export async function closeDigest(
  ended: { jobId: string; userId: string; newLeads: number },
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
