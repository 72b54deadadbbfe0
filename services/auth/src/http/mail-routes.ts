import type { InternalTokens, Route } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { answer, publicRoute, redirect, route } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import type { UnsubscribeTokens } from '../domain/mails/links.ts';
import type { MailRequestDependencies } from '../domain/mails/request-mails.ts';
import type { AddressDependencies } from '../domain/change-address.ts';
import { confirmAddress, requestAddress } from '../domain/change-address.ts';
import { forgotPassword, verifyAgain } from '../domain/mails/request-mails.ts';
import type { NewPasswordDependencies } from '../domain/new-passwords.ts';
import { changePassword, resetPassword } from '../domain/new-passwords.ts';
import type { PreferencesRepository } from '../domain/preferences.ts';
import { verifyEmail } from '../domain/verify-email.ts';
import { presentUser } from './present-user.ts';
import { sessionInstruction } from './session-instruction.ts';

export type MailRouteDependencies = MailRequestDependencies &
  NewPasswordDependencies &
  AddressDependencies & {
    readonly tokens: InternalTokens;
    readonly unsubscribing: UnsubscribeTokens;
    readonly preferences: PreferencesRepository;
  };

const sent = 'If this address has an account, a mail with a link is on its way';

/** Routes for addresses, passwords and the links in mails. */
export function mailRoutes(deps: MailRouteDependencies): Route[] {
  return [...addressRoutes(deps), ...passwordRoutes(deps)];
}

function addressRoutes(deps: MailRouteDependencies): Route[] {
  return [
    publicRoute(authContract.verifyEmail, async ({ query, request }) => {
      await deps.limits.links.take(request.ip);
      await verifyEmail(query.token, deps);
      return { message: 'Your email address is confirmed' };
    }),
    route(authContract.sendVerification, async ({ userId }) => {
      const user = await deps.accounts.find(userId);
      if (user === null) throw appError('auth.unauthorized', { userId });
      if (user.isEmailVerified) return { message: 'Your email address is confirmed already' };
      await verifyAgain(userId, deps);
      return { message: 'A mail with a link is on its way' };
    }),
    route(authContract.changeAddress, async ({ userId, body }) => {
      await requestAddress({ userId, email: body.email }, deps);
      return { message: 'If this address can be used, a mail with a link is on its way to it' };
    }),
    publicRoute(authContract.confirmAddress, async ({ body, request }) => {
      await confirmAddress({ token: body.token, visitorIp: request.ip }, deps);
      return { message: 'Your account has the new email address' };
    }),
    publicRoute(authContract.unsubscribe, async ({ query }) => {
      const userId = deps.unsubscribing.userOf(query.token);
      // A deleted account must get no new preferences.
      if (userId === null || (await deps.accounts.find(userId)) === null) throw appError('auth.link-invalid');
      const facts = { newId: deps.newId(), now: deps.now() };
      await deps.preferences.save(userId, { emailNotifications: false }, facts);
      return { message: 'You will get no more mails about new leads' };
    }),
    publicRoute(authContract.unsubscribePage, async ({ query }) =>
      redirect(`/unsubscribe?token=${encodeURIComponent(query.token)}`),
    ),
  ];
}

function passwordRoutes(deps: MailRouteDependencies): Route[] {
  return [
    publicRoute(authContract.forgotPassword, async ({ body, request }) => {
      await forgotPassword({ email: body.email, visitorIp: request.ip }, deps);
      return { message: sent };
    }),
    publicRoute(authContract.resetPassword, async ({ body, request }) => {
      const user = await resetPassword({ ...body, visitorIp: request.ip }, deps);
      const headers = sessionInstruction('end-all', user, deps.tokens);
      return answer({ message: 'Your new password is set; sign in with it' }, { headers });
    }),
    route(authContract.changePassword, async ({ userId, sessionRef, body, request }) => {
      const user = await changePassword({ ...body, userId, sessionRef, visitorIp: request.ip }, deps);
      return answer(presentUser(user), { headers: sessionInstruction('end-others', user, deps.tokens) });
    }),
    route(authContract.checkAdmin, async ({ userId }) => ({
      isAdmin: (await deps.accounts.find(userId))?.isAdmin ?? false,
    })),
  ];
}
