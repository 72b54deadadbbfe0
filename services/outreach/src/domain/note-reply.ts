import type { AccountSite, SendReply } from '@earshot/sources';
import { type AccountHold, holdOf } from './account-hold.ts';
import type { AccountActor } from './act-as-account.ts';
import type { LinkedAccount, LinkedAccountRepository } from './linked-account.ts';

export interface HoldDependencies {
  readonly accounts: LinkedAccountRepository;
  readonly actor: AccountActor;
  readonly now: () => Date;
}

/** The wait if the site limits an account without saying for how long. */
const unknownWaitMs = 5 * 60_000;

/**
 * Stores what the site's reply to a write says about the account. Returns the reply. Its code becomes `SUSPENDED` if the
 * site refused without a reason and reports that the account is suspended.
 */
export async function noteReply(
  reply: SendReply,
  { account, site }: { account: LinkedAccount; site: AccountSite },
  deps: HoldDependencies,
): Promise<SendReply> {
  const keep = (hold: AccountHold | null) => deps.accounts.hold(account, hold, deps.now());
  if (reply.taken) {
    if (account.hold !== null) await keep(null);
    return reply;
  }
  if (reply.code === 'RATELIMIT') {
    const waitMs = reply.retryAfterSeconds === null ? unknownWaitMs : reply.retryAfterSeconds * 1000;
    await keep({ reason: 'limited', until: new Date(deps.now().getTime() + waitMs) });
    return reply;
  }
  const isNamed = reply.code === 'IN_TIMEOUT';
  if (!isNamed && reply.code !== 'HTTP_403') return reply;
  // The site answers the same to a suspended account and to one that a community banned.
  const identity = await deps.actor.read(account, (token) => site.identity(token));
  const suspension = identity?.suspension ?? (isNamed ? { until: null } : null);
  if (suspension === null) return reply;
  await keep(holdOf(suspension));
  return isNamed ? reply : { ...reply, code: 'SUSPENDED' };
}
