import type { OutgoingEvent } from '@earshot/event-bus';
import { appError, newId } from '@earshot/core';
import { answer, publicRoute, recordAttempt, type Route, route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { keptCookie, visitorCookie } from '@earshot/proto/http/cookies';
import type { AccountLimits } from '../domain/account-limits.ts';
import type { CommonPasswords } from '../domain/common-passwords.ts';
import { register, type RegistrationRepository } from '../domain/register.ts';
import type { SignInRepository } from '../domain/sign-in.ts';
import type { User, UserRepository } from '../domain/user.ts';
import { visitorOf } from '../domain/visitor.ts';
import { openSession } from './begin-session.ts';
import { passwordSignIn, type PasswordSignInDependencies } from './password-sign-in.ts';
import { presentUser } from './present-user.ts';

interface Dependencies extends PasswordSignInDependencies {
  readonly users: RegistrationRepository & SignInRepository & UserRepository;
  readonly common: CommonPasswords;
  readonly limits: AccountLimits;
  readonly userRegistered: (user: User, visitor: string | null) => OutgoingEvent;
  /** Called after each write that carried events. */
  readonly saved: () => void;
}

/** Registration, sign-in and the current user. */
export function accountRoutes(deps: Dependencies): Route[] {
  const { users, limits, security } = deps;
  return [
    publicRoute(authContract.register, async ({ body, request }) => {
      const attempt = { event: 'account-created', network: request.ip, userOf: idOf } as const;
      const user = await recordAttempt(security, attempt, async () => {
        await limits.registrations.take(request.ip);
        const visitor = visitorOf(keptCookie(visitorCookie, request.cookie));
        return register({ ...body, visitor }, { ...deps, newId });
      });
      deps.saved();
      const { headers, deviceCookie } = await openSession({ user, request, isNew: true }, deps);
      return answer(presentUser(user), { headers: { ...headers, 'Set-Cookie': deviceCookie } });
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
