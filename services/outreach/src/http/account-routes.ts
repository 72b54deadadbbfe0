import type { Route } from '@earshot/service-kit';
import { redirect, route } from '@earshot/service-kit';
import { outreachContract } from '@earshot/proto/http';
import { authorLabel, sourceView } from '@earshot/sources';
import type { RedditAccount as View } from '@earshot/proto/http/outreach';
import type { LinkDependencies } from '../domain/link-account.ts';
import { beginLink, finishLink, unlinkAccount } from '../domain/link-account.ts';
import type { LinkedAccount } from '../domain/linked-account.ts';

/** The page to which every link attempt returns. */
const settingsPage = '/dashboard/settings';

/** Links and unlinks accounts of the community site. */
export function accountRoutes(deps: LinkDependencies): Route[] {
  return [
    route(outreachContract.linkAccount, async ({ userId, request }) => {
      return redirect(await beginLink({ userId, origin: request.origin }, deps));
    }),
    route(outreachContract.finishLink, async ({ userId, query }) => {
      const part = (name: string) => {
        const value = query[name];
        return typeof value === 'string' && value !== '' ? value : null;
      };
      const back = { userId, state: part('state'), code: part('code'), error: part('error') };
      const ended = new URLSearchParams({ ...(await finishLink(back, deps)) });
      return redirect(`${settingsPage}?${ended.toString()}`);
    }),
    route(outreachContract.listAccounts, async ({ userId }) => (await deps.accounts.list(userId)).map(present)),
    route(outreachContract.unlinkAccount, async ({ userId, params }) => {
      await unlinkAccount({ userId, id: params.id }, deps);
      return undefined;
    }),
  ];
}

function present({ id, userId, source, username, isActive, createdAt, updatedAt }: LinkedAccount): View {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  const labels = { ...sourceView(source), usernameLabel: authorLabel(source, username) };
  return { id, userId, username, ...labels, isActive, ...times };
}
