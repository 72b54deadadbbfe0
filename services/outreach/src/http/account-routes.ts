import { withParameters } from '@earshot/core';
import { redirect, type Route, route } from '@earshot/service-kit';
import { outreachContract } from '@earshot/proto/http';
import { authorLabel, sourceView } from '@earshot/sources';
import type { RedditAccount as View } from '@earshot/proto/http/outreach';
import { currentHold } from '../domain/account-hold.ts';
import { checkAccount } from '../domain/check-account.ts';
import { beginLink, finishLink, type LinkDependencies, unlinkAccount } from '../domain/link-account.ts';
import type { LinkedAccount } from '../domain/linked-account.ts';
import type { HoldDependencies } from '../domain/note-reply.ts';

/** The page to which a link returns that no other page started. */
const settingsPage = '/dashboard/settings';

/** Links, checks and unlinks accounts of the community site. */
export function accountRoutes(deps: LinkDependencies & HoldDependencies): Route[] {
  const present = (account: LinkedAccount) => viewOf(account, deps.now());
  return [
    route(outreachContract.linkAccount, async ({ userId, query, request }) => {
      return redirect(
        await beginLink({ userId, origin: request.origin, wanted: query.return, source: query.source }, deps),
      );
    }),
    route(outreachContract.finishLink, async ({ userId, query }) => {
      const part = (name: string) => {
        const value = query[name];
        return typeof value === 'string' && value !== '' ? value : null;
      };
      const back = { userId, state: part('state'), code: part('code'), error: part('error') };
      const { result, returnTo } = await finishLink(back, deps);
      return redirect(withParameters(returnTo ?? settingsPage, { ...result }));
    }),
    route(outreachContract.listAccounts, async ({ userId }) => (await deps.accounts.list(userId)).map(present)),
    route(outreachContract.checkAccount, async ({ userId, params }) => {
      return present(await checkAccount({ userId, id: params.id }, deps));
    }),
    route(outreachContract.unlinkAccount, async ({ userId, params }) => {
      await unlinkAccount({ userId, id: params.id }, deps);
      return undefined;
    }),
  ];
}

function viewOf(account: LinkedAccount, now: Date): View {
  const { id, userId, source, username, isActive, createdAt, updatedAt } = account;
  const hold = currentHold(account.hold, now);
  return {
    id,
    userId,
    username,
    ...sourceView(source),
    usernameLabel: authorLabel(source, username),
    isActive,
    hold: hold && { reason: hold.reason, until: hold.until?.toISOString() ?? null },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
