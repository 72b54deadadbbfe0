import type { Clock } from '@earshot/core';
import type { InternalTokens, RequestFacts, SecurityLog } from '@earshot/service-kit';
import { answer, recordAttempt } from '@earshot/service-kit';
import { deviceCookie } from '@earshot/proto/http/auth';
import type { Devices } from '../domain/devices.ts';
import { meetDevice } from '../domain/devices.ts';
import type { Notices } from '../domain/mails/notices.ts';
import type { SignInDependencies } from '../domain/sign-in.ts';
import { signIn } from '../domain/sign-in.ts';
import { deviceOf } from './device-cookie.ts';
import { presentUser } from './present-user.ts';
import { startSession } from './session-instruction.ts';

export interface PasswordSignInDependencies extends SignInDependencies {
  readonly devices: Devices;
  readonly notices: Notices;
  readonly security: SecurityLog;
  readonly tokens: InternalTokens;
  readonly clock: Clock;
}

/**
 * Signs in by password, records the attempt and remembers the browser. `endCookie` is a further cookie header for a
 * successful sign-in.
 */
export async function passwordSignIn(
  { email, password, endCookie }: { email: string; password: string; endCookie?: string },
  request: RequestFacts,
  deps: PasswordSignInDependencies,
) {
  const wanted = { email, password, visitorIp: request.ip, device: request.cookie(deviceCookie) };
  const attempt = { event: 'sign-in', network: request.ip, userOf: ({ id }: { id: string }) => id } as const;
  const user = await recordAttempt(deps.security, attempt, () => signIn(wanted, deps));
  const { secret, setCookie } = deviceOf(request);
  const seen = { userId: user.id, cookie: secret, network: request.ip };
  await meetDevice(seen, { ...deps, now: () => deps.clock.now() });
  const cookies = endCookie === undefined ? [setCookie] : [setCookie, endCookie];
  return answer(presentUser(user), { headers: { ...startSession(user, deps), 'Set-Cookie': cookies } });
}
