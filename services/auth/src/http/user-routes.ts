import { answer, type InternalTokens, type Route, route, type SecurityLog } from '@earshot/service-kit';
import { usersContract } from '@earshot/proto/http';
import { type FactorStores, hasFactor } from '../domain/factors/manage-factors.ts';
import { endSessionsOf, type ManagedUser, type ManagedUsers, setDisabled } from '../domain/manage-users.ts';
import { sessionInstruction } from './session-instruction.ts';

type Dependencies = Parameters<typeof setDisabled>[1] &
  FactorStores & {
    readonly managed: ManagedUsers;
    readonly security: SecurityLog;
    readonly tokens: InternalTokens;
  };

const pageSize = 50;

/**
 * Accounts for administrators: the list, the end of a user's sessions, and disabling. The security events name no
 * network: users see their own events, and the administrator's network is not theirs to see.
 */
export function userRoutes(deps: Dependencies): Route[] {
  const { managed, security, tokens } = deps;
  return [
    route(usersContract.listUsers, async ({ query: { search = '', after = '' } }) => {
      const found = await managed.list({ search, after, limit: pageSize + 1 });
      const shown = found.slice(0, pageSize);
      const users = await Promise.all(shown.map((user) => present(user, deps)));
      return { users, next: found.length > pageSize ? (shown.at(-1)?.email ?? null) : null };
    }),
    route(usersContract.endUserSessions, async ({ params }) => {
      const user = await endSessionsOf(params.id, deps);
      const facts = { reason: 'by-administrator', userId: user.id } as const;
      security.record({ event: 'sessions-ended', outcome: 'success', ...facts });
      return answer(undefined, { headers: sessionInstruction('end-all', user, tokens) });
    }),
    route(usersContract.disableUser, async ({ userId, params, body }) => {
      const user = await setDisabled({ userId: params.id, isDisabled: body.disabled, by: userId }, deps);
      const event = body.disabled ? 'account-disabled' : 'account-enabled';
      security.record({ event, outcome: 'success', userId: user.id });
      const headers = body.disabled ? sessionInstruction('end-all', user, tokens) : {};
      return answer(await present(user, deps), { headers });
    }),
  ];
}

async function present({ createdAt, ...user }: ManagedUser, stores: FactorStores) {
  return { ...user, hasFactor: await hasFactor(user.id, stores), createdAt: createdAt.toISOString() };
}
