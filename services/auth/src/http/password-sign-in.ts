import type { RequestFacts } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { deviceCookie, keptCookie } from '@earshot/proto/http/cookies';
import type { Devices } from '../domain/devices.ts';
import { type FactorStores, hasFactor } from '../domain/factors/manage-factors.ts';
import { refuseDisabled } from '../domain/manage-users.ts';
import { signIn, type SignInDependencies } from '../domain/sign-in.ts';
import type { User } from '../domain/user.ts';
import { beginSession, type BeginSessionDependencies } from './begin-session.ts';
import { beginTicket, type TicketDependencies } from './factor-ticket.ts';

export interface PasswordSignInDependencies
  extends SignInDependencies, BeginSessionDependencies, FactorStores, TicketDependencies {
  readonly devices: Devices;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A further cookie header for a successful sign-in. */
  readonly endCookie?: string;
}

/**
 * Signs in by password. Throws auth.second-factor, with the ticket for the second step, if the account has a factor: the
 * sign-in is recorded when that step is done.
 */
export async function passwordSignIn(given: Credentials, request: RequestFacts, deps: PasswordSignInDependencies) {
  const { endCookie } = given;
  const prove = () => provePassword(given, request, deps);
  const cookies = endCookie === undefined ? [] : [endCookie];
  return beginSession({ event: 'sign-in', prove, request, cookies }, deps);
}

async function provePassword(
  { email, password }: Credentials,
  request: RequestFacts,
  deps: PasswordSignInDependencies,
): Promise<User> {
  const device = keptCookie(deviceCookie, request.cookie);
  const user = await signIn({ email, password, visitorIp: request.ip, device }, deps);
  if (!(await hasFactor(user.id, deps))) return user;
  await refuseDisabled(user.id, deps);
  const setCookie = await beginTicket({ userId: user.id, event: 'sign-in' }, request, deps);
  throw appError('auth.second-factor', { setCookie });
}
