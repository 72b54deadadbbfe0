import { appError } from '@earshot/core';
import {
  answer,
  type InternalTokens,
  publicRoute,
  recordAttempt,
  redirect,
  type Route,
  route,
  type SecurityLog,
} from '@earshot/service-kit';
import { authContract, confirmContract } from '@earshot/proto/http';
import type { UserId } from '@earshot/proto/refs';
import type { UnsubscribeTokens } from '../domain/mails/links.ts';
import { type AddressDependencies, confirmAddress, requestAddress } from '../domain/change-address.ts';
import { forgotPassword, type MailRequestDependencies, verifyAgain } from '../domain/mails/request-mails.ts';
import { changePassword, type NewPasswordDependencies, resetPassword } from '../domain/new-passwords.ts';
import type { PreferencesRepository } from '../domain/preferences.ts';
import type { User } from '../domain/user.ts';
import { verifyEmail } from '../domain/verify-email.ts';
import { presentUser } from './present-user.ts';
import { sessionInstruction } from './session-instruction.ts';

export type MailRouteDependencies = MailRequestDependencies &
  NewPasswordDependencies &
  AddressDependencies & {
    readonly tokens: InternalTokens;
    readonly security: SecurityLog;
    readonly unsubscribing: UnsubscribeTokens;
    readonly preferences: PreferencesRepository;
    readonly adminsNeedFactor: boolean;
    readonly hasFactor: (userId: UserId) => Promise<boolean>;
  };

const idOf = ({ id }: User) => id;
const sent = 'If this address has an account, we sent an email with a link to it';

/** Routes for addresses, passwords and the links in mails. */
export function mailRoutes(deps: MailRouteDependencies): Route[] {
  return [...addressRoutes(deps), ...passwordRoutes(deps)];
}

function addressRoutes(deps: MailRouteDependencies): Route[] {
  return [
    publicRoute(authContract.verifyEmail, async ({ query, request, caller }) => {
      const attempt = { event: 'address-verified', network: request.ip, userOf: idOf } as const;
      await recordAttempt(deps.security, attempt, async () => {
        await deps.limits.links.take(request.ip);
        return verifyEmail({ token: query.token, opener: caller }, deps);
      });
      return { message: 'Your email address is confirmed' };
    }),
    route(authContract.sendVerification, async ({ userId }) => {
      const user = await deps.accounts.find(userId);
      if (user === null) throw appError('auth.unauthorized', { userId });
      if (user.isEmailVerified) return { message: 'Your email address is confirmed already' };
      await verifyAgain(userId, deps);
      return { message: 'We sent you an email with a link' };
    }),
    route(confirmContract.changeAddress, async ({ userId, body, request }) => {
      await requestAddress({ userId, email: body.email }, deps);
      const facts = { reason: 'requested', userId, network: request.ip } as const;
      deps.security.record({ event: 'address-changed', outcome: 'success', ...facts });
      return { message: 'If this address can be used, we sent an email with a link to it' };
    }),
    publicRoute(confirmContract.confirmAddress, async ({ body, request, caller }) => {
      const attempt = { event: 'address-changed', network: request.ip, userOf: (one: User) => one.id } as const;
      await recordAttempt(deps.security, attempt, () =>
        confirmAddress({ token: body.token, visitorIp: request.ip, opener: caller }, deps),
      );
      return { message: 'Your account has the new email address' };
    }),
    publicRoute(authContract.unsubscribe, async ({ query }) => {
      const userId = deps.unsubscribing.userOf(query.token);
      // A deleted account must get no new preferences.
      if (userId === null || (await deps.accounts.find(userId)) === null) throw appError('auth.link-invalid');
      const facts = { newId: deps.newId(), now: deps.now() };
      await deps.preferences.save(userId, { emailNotifications: false }, facts);
      return { message: 'You no longer get emails about new leads' };
    }),
    publicRoute(authContract.unsubscribePage, async ({ query }) =>
      redirect(`/unsubscribe?token=${encodeURIComponent(query.token)}`),
    ),
  ];
}

function passwordRoutes(deps: MailRouteDependencies): Route[] {
  return [
    publicRoute(authContract.forgotPassword, async ({ body, request }) => {
      const attempt = { event: 'password-reset-requested', network: request.ip } as const;
      const input = { email: body.email, visitorIp: request.ip };
      await recordAttempt(deps.security, attempt, () => forgotPassword(input, deps));
      return { message: sent };
    }),
    publicRoute(authContract.resetPassword, async ({ body, request }) => {
      const attempt = { event: 'password-reset-used', network: request.ip, userOf: idOf } as const;
      const input = { ...body, visitorIp: request.ip };
      const user = await recordAttempt(deps.security, attempt, () => resetPassword(input, deps));
      const headers = sessionInstruction('end-all', user, deps.tokens);
      return answer({ message: 'Your new password is set; sign in with it' }, { headers });
    }),
    route(authContract.changePassword, async ({ userId, sessionRef, body, request }) => {
      const attempt = { event: 'password-changed', network: request.ip, userId } as const;
      const input = { ...body, userId, sessionRef, visitorIp: request.ip };
      const user = await recordAttempt(deps.security, attempt, () => changePassword(input, deps));
      return answer(presentUser(user), { headers: sessionInstruction('end-others', user, deps.tokens) });
    }),
    route(authContract.checkAdmin, async ({ userId }) => {
      const isAdmin = (await deps.accounts.find(userId))?.isAdmin ?? false;
      const needsFactor = isAdmin && deps.adminsNeedFactor && !(await deps.hasFactor(userId));
      return needsFactor ? { isAdmin, needsFactor } : { isAdmin };
    }),
  ];
}
