import type { Clock } from '@earshot/core';
import type { OutgoingEvent } from '@earshot/event-bus';
import type { InternalTokens, Route, SecurityLog } from '@earshot/service-kit';
import { appError, newId } from '@earshot/core';
import { answer, publicRoute, recordAttempt, route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import type { AccountLimits } from '../domain/account-limits.ts';
import type { CommonPasswords } from '../domain/common-passwords.ts';
import type { Devices } from '../domain/devices.ts';
import { meetFirstDevice } from '../domain/devices.ts';
import type { Notices } from '../domain/mails/notices.ts';
import type { Passwords } from '../domain/passwords.ts';
import type { RegistrationRepository } from '../domain/register.ts';
import { register } from '../domain/register.ts';
import type { SignInRepository } from '../domain/sign-in.ts';
import type { User, UserRepository } from '../domain/user.ts';
import { visitorCookie, visitorOf } from '../domain/visitor.ts';
import { deviceOf } from './device-cookie.ts';
import { passwordSignIn } from './password-sign-in.ts';
import { presentUser } from './present-user.ts';
import { startSession } from './session-instruction.ts';

/** Registration, sign-in and the current user. */
export function accountRoutes(deps: {
  users: RegistrationRepository & SignInRepository & UserRepository;
  devices: Devices;
  notices: Notices;
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
  const now = () => clock.now();
  return [
    publicRoute(authContract.register, async ({ body, request }) => {
      const attempt = { event: 'account-created', network: request.ip, userOf: idOf } as const;
      const user = await recordAttempt(security, attempt, async () => {
        await limits.registrations.take(request.ip);
        const visitor = visitorOf(request.cookie(visitorCookie));
        return register({ ...body, visitor }, { ...deps, newId, now });
      });
      recordGrant(user, security, request.ip);
      deps.saved();
      const { secret, setCookie } = deviceOf(request);
      await meetFirstDevice({ userId: user.id, cookie: secret, network: request.ip }, { ...deps, now });
      return answer(presentUser(user), { headers: { ...startSession(user, { tokens }), 'Set-Cookie': setCookie } });
    }),
    publicRoute(authContract.login, async ({ body, request }) => passwordSignIn(body, request, deps)),
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
