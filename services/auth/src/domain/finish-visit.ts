import type { UserId } from '@earshot/proto/refs';
import type { AccountChanges } from './account-changes.ts';
import type { Identity } from './identity.ts';
import type { Notices } from './mails/notices.ts';
import type { IdentityRepository } from './sign-in-by-identity.ts';
import type { User } from './user.ts';

/** The provider's clock may differ from ours by this many milliseconds. */
const clockDifferenceMs = 30_000;

/** Why a visit of a signed-in user had no effect. */
export type VisitProblem = 'other-account' | 'not-fresh' | 'taken';

/**
 * Checks a fresh sign-in at the provider by the person of a signed-in account. The provider must state that the person
 * signed in after leaving for it: a provider that ignores the request for a fresh sign-in confirms nothing.
 */
export async function confirmByIdentity(
  { userId, identity, begunAt }: { userId: UserId; identity: Identity; begunAt: Date },
  users: Pick<IdentityRepository, 'findByIdentity'>,
): Promise<{ user: User } | { problem: VisitProblem }> {
  const found = await users.findByIdentity(identity);
  if (found?.user.id !== userId) return { problem: 'other-account' };
  const { signedInAt } = identity;
  const isFresh = signedInAt !== null && signedInAt.getTime() >= begunAt.getTime() - clockDifferenceMs;
  return isFresh ? { user: found.user } : { problem: 'not-fresh' };
}

/** Links the identity to the signed-in account, and informs the user by mail. */
export async function linkByIdentity(
  { userId, identity, network }: { userId: UserId; identity: Identity; network: string },
  deps: {
    readonly accounts: Pick<AccountChanges, 'linkIdentity'>;
    readonly notices: Notices;
    readonly now: () => Date;
  },
): Promise<{ problem: VisitProblem } | null> {
  if (!(await deps.accounts.linkIdentity(userId, identity, deps.now()))) return { problem: 'taken' };
  await deps.notices.send('provider-linked', { userId, network });
  return null;
}
