import { appError } from '@earshot/core';
import type { Sources } from '@earshot/sources';
import type { UserId } from '@earshot/proto/refs';
import { accountSite } from './account-sites.ts';
import { holdOf } from './account-hold.ts';
import type { LinkedAccount } from './linked-account.ts';
import type { HoldDependencies } from './note-reply.ts';

/**
 * Asks the site whether an account is suspended, and stores the answer. A limit stays until its end, because the site
 * does not report it. The result is inactive if the site no longer accepts the link. Throws account.not-found,
 * source.unknown, source.no-sending, source.unavailable.
 */
export async function checkAccount(
  { userId, id }: { userId: UserId; id: string },
  deps: HoldDependencies & { readonly sources: Sources },
): Promise<LinkedAccount> {
  const { accounts, actor, now } = deps;
  const found = async () => {
    const account = await accounts.find(userId, id);
    if (account === null) throw appError('account.not-found', { id });
    return account;
  };
  const account = await found();
  if (!account.isActive) return account;
  const site = accountSite(deps.sources, account.source);
  const identity = await actor.read(account, (token) => site.identity(token));
  if (identity !== null) {
    const limit = account.hold?.reason === 'limited' ? account.hold : null;
    await accounts.hold(account, holdOf(identity.suspension) ?? limit, now());
  }
  const checked = await found();
  if (identity === null && checked.isActive) throw appError('source.unavailable');
  return checked;
}
