import { answer, type InternalTokens, recordAttempt, type RequestFacts, type SecurityLog } from '@earshot/service-kit';
import type { UserId } from '@earshot/proto/refs';
import { type Devices, meetDevice, meetFirstDevice } from '../domain/devices.ts';
import type { Notices } from '../domain/mails/notices.ts';
import { type ManagedUsers, refuseDisabled } from '../domain/manage-users.ts';
import type { User } from '../domain/user.ts';
import { deviceOf } from './device-cookie.ts';
import { presentUser } from './present-user.ts';
import { startSession } from './session-instruction.ts';

interface SessionDependencies {
  readonly devices: Devices;
  readonly notices: Notices;
  readonly tokens: InternalTokens;
  readonly now: () => Date;
}

export interface BeginSessionDependencies extends SessionDependencies {
  readonly managed: ManagedUsers;
  readonly security: SecurityLog;
}

/** A sign-in whose last proof is `prove`. */
interface LastStep {
  readonly event: 'sign-in' | 'passkey-sign-in' | 'provider-sign-in';
  /** The account, if it is known before the proof. */
  readonly userId?: UserId;
  /** Resolves with the user who proved everything. */
  readonly prove: () => Promise<User>;
  readonly request: RequestFacts;
  /** Further cookies that the answer sets. */
  readonly cookies?: readonly string[];
}

/** Checks the last proof, records the sign-in, and answers with a new session. Throws auth.disabled. */
export async function beginSession(step: LastStep, deps: BeginSessionDependencies) {
  const { event, userId, prove, request, cookies = [] } = step;
  const attempt = { event, network: request.ip, userId, userOf: idOf } as const;
  const user = await recordAttempt(deps.security, attempt, async () => {
    const proved = await prove();
    await refuseDisabled(proved.id, deps);
    return proved;
  });
  const { headers, deviceCookie } = await openSession({ user, request }, deps);
  return answer(presentUser(user), { headers: { ...headers, 'Set-Cookie': [deviceCookie, ...cookies] } });
}

/**
 * Remembers the browser, and returns the headers that start the session. `alone`: all existing sessions of the user end
 * first. `isNew`: the account was just created.
 */
export async function openSession(
  given: { user: User; request: RequestFacts; alone?: boolean; isNew?: boolean },
  deps: SessionDependencies,
): Promise<{ headers: Readonly<Record<string, string>>; deviceCookie: string }> {
  const { user, request, alone = false, isNew = false } = given;
  const { secret, setCookie } = deviceOf(request);
  const meet = isNew ? meetFirstDevice : meetDevice;
  await meet({ userId: user.id, cookie: secret, network: request.ip }, deps);
  return { headers: startSession(user, { tokens: deps.tokens, alone }), deviceCookie: setCookie };
}

const idOf = ({ id }: User) => id;
