import { appError, type Clock } from '@earshot/core';
import { publicRoute, type Route, type Vault } from '@earshot/service-kit';
import { authContract } from '@earshot/proto/http';
import { z } from 'zod';
import { localPath } from '../domain/local-path.ts';
import { passwordSignIn, type PasswordSignInDependencies } from './password-sign-in.ts';
import { endVisit, loginSetCookie, openSealed, patience, sealedVisit } from './provider-visit.ts';

const purpose = 'oidc login, password';
/** The page that asks for the password of an account that the provider may not open. */
const page = '/auth/password';

const step = z.object({
  email: z.string(),
  /** Unix time in milliseconds. */
  until: z.number(),
});

interface Sealing {
  readonly vault: Vault;
  readonly clock: Clock;
}

/** Where the sign-in continues with the password. The address stays in the sealed cookie, so no log contains it. */
export function askPassword(
  { passwordOf: email, returnTo, origin }: { passwordOf: string; returnTo: string; origin: string | null },
  { vault, clock }: Sealing,
): { to: string; loginCookie: string } {
  const state: z.infer<typeof step> = { email, until: clock.now().getTime() + patience * 1000 };
  const query = new URLSearchParams(returnParameter(returnTo)).toString();
  return {
    to: query === '' ? page : `${page}?${query}`,
    loginCookie: loginSetCookie(vault.seal(JSON.stringify(state), purpose), patience, origin ?? ''),
  };
}

/** Finishes the sign-in as the sign-in form does, under the same limits. */
export function passwordStepRoute(deps: Sealing & { byPassword: PasswordSignInDependencies }): Route {
  return publicRoute(authContract.finishLoginWithPassword, async ({ body, request }) => {
    const state = openSealed(sealedVisit(request), { schema: step, purpose }, deps);
    if (state === null) throw appError('auth.login-expired');
    const credentials = { email: state.email, password: body.password, endCookie: endVisit(request.origin) };
    return passwordSignIn(credentials, request, deps.byPassword);
  });
}

/** The query that names the page to return to, unless it is the usual one. */
export function returnParameter(returnTo: string): { return?: string } {
  return returnTo === localPath(undefined) ? {} : { return: returnTo };
}
