import type { Clock } from '@earshot/core';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { InternalTokens, Route, SecurityLog } from '@earshot/service-kit';
import { appError, newId } from '@earshot/core';
import { answer, publicRoute, recordAttempt, route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import type { AccountLimits } from '../domain/account-limits.ts';
import type { CommonPasswords } from '../domain/common-passwords.ts';
import type { Passwords } from '../domain/passwords.ts';
import type { RegistrationRepository } from '../domain/register.ts';
import { register } from '../domain/register.ts';
import type { SignInRepository } from '../domain/sign-in.ts';
import { signIn } from '../domain/sign-in.ts';
import type { User, UserRepository } from '../domain/user.ts';
import { visitorCookie, visitorOf } from '../domain/visitor.ts';
import { presentUser } from './present-user.ts';
import { startSession } from './session-instruction.ts';

/** Registration, sign-in and the current user. */
export function accountRoutes(deps: {
  users: RegistrationRepository & SignInRepository & UserRepository;
  passwords: Passwords;
  common: CommonPasswords;
  limits: AccountLimits;
  tokens: InternalTokens;
  security: SecurityLog;
  adminEmails: readonly string[];
  clock: Clock;
  userRegistered: (user: User, visitor: string | null) => OutgoingEvent;
  /** Called after each write that carried events. */
  saved: () => void;
}): Route[] {
  const { users, limits, tokens, clock, security } = deps;
  return [
    publicRoute(authContract.register, async ({ body, request }) => {
      const attempt = { event: 'account-created', network: request.ip, userOf: idOf } as const;
      const user = await recordAttempt(security, attempt, async () => {
        await limits.registrations.take(request.ip);
        const visitor = visitorOf(request.cookie(visitorCookie));
        return register({ ...body, visitor }, { ...deps, newId, now: () => clock.now() });
      });
      recordGrant(user, security, request.ip);
      deps.saved();
      return answer(presentUser(user), { headers: startSession(user, { tokens }) });
    }),
    publicRoute(authContract.login, async ({ body, request }) => {
      const attempt = { event: 'sign-in', network: request.ip, userOf: idOf } as const;
      const user = await recordAttempt(security, attempt, () => signIn({ ...body, visitorIp: request.ip }, deps));
      return answer(presentUser(user), { headers: startSession(user, { tokens }) });
    }),
    route(authContract.currentUser, async ({ userId }) => {
      const user = await users.find(userId);
      // The account was deleted, but the session still exists.
      if (user === null) throw appError('auth.unauthorized', { userId });
      return presentUser(user);
    }),
  ];
}

const idOf = ({ id }: User) => id;

/** Records that a new account is administrator. Later grants are recorded by the gateway, which learns of all of them. */
export function recordGrant({ id: userId, isAdmin }: User, security: SecurityLog, network: string): void {
  if (!isAdmin) return;
  security.record({ event: 'admin-granted', outcome: 'success', reason: 'listed-address', userId, network });
}
