import { type Route, route } from '@earshot/service-kit';
import { securityContract } from '@earshot/proto/http';
import type { SecurityEventView } from '@earshot/proto/http/security';
import type { AccountChanges } from '../domain/account-changes.ts';
import type { SecurityEvent, SecurityEvents } from '../domain/security-events.ts';

interface Dependencies {
  readonly events: Pick<SecurityEvents, 'list'>;
  readonly accounts: Pick<AccountChanges, 'findByEmail'>;
  /** The addresses of accounts, by id. */
  readonly addressesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Lists security events: users see their own, administrators all. */
export function securityRoutes({ events, accounts, addressesOf }: Dependencies): Route[] {
  return [
    route(securityContract.listSecurityEvents, async ({ userId, query }) => {
      const page = await events.list({ userId }, query);
      return { events: page.events.map(present), next: page.next };
    }),
    route(securityContract.listAllSecurityEvents, async ({ query }) => {
      const { account, from, to, before, limit, ...equal } = query;
      const userId = account === undefined ? undefined : await idOf(account, accounts);
      const times = { from: dateOf(from), to: dateOf(to) };
      const page = await events.list({ ...equal, ...times, userId }, { before, limit });
      const addresses = await addressesOf([...new Set(page.events.flatMap((event) => event.userId ?? []))]);
      const viewOf = (event: SecurityEvent) => {
        const id = event.userId;
        return { ...present(event), account: id === null ? null : { id, email: addresses.get(id) ?? null } };
      };
      return { events: page.events.map(viewOf), next: page.next };
    }),
  ];
}

/** An account is named by its address or its id. An address without an account matches no event. */
async function idOf(account: string, accounts: Dependencies['accounts']): Promise<string> {
  if (!account.includes('@')) return account;
  return (await accounts.findByEmail(account))?.id ?? account;
}

function dateOf(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}

function present({ id, at, event, outcome, reason, network, count }: SecurityEvent): SecurityEventView {
  return { id, at: at.toISOString(), event, outcome, reason, network, count };
}
