import { appError } from '@earshot/core';
import { type AccountLimits, countingFailures } from './account-limits.ts';
import type { Devices } from './devices.ts';
import type { Caller, Passwords } from './passwords.ts';
import { emailKey, type User } from './user.ts';

/** Account storage for signing in. */
export interface SignInRepository {
  /** The account of this address (ignoring case) with its hash; null if it has no password. */
  findForSignIn(email: string): Promise<{ user: User; passwordHash: string | null } | null>;
}

export interface SignInDependencies {
  readonly users: SignInRepository;
  readonly devices: Pick<Devices, 'isKnownDevice'>;
  readonly passwords: Passwords;
  readonly limits: Pick<
    AccountLimits,
    'signInsOfNetwork' | 'signInsOfAccountInNetwork' | 'signInsOfAccount' | 'signInsOfDevice'
  >;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The visitor's network. */
  readonly visitorIp: string;
  /** The device cookie, if the browser sent one. */
  readonly device: string | undefined;
}

/**
 * Checks credentials and returns the account. Throws auth.invalid-credentials, with the same delay and text for every
 * cause. Throws rate.limited before hashing after too many failures, in the same way for accounts that do not exist.
 */
export async function signIn(credentials: Credentials, deps: SignInDependencies): Promise<User> {
  const { email, device } = credentials;
  // Without a device, nothing is looked up before a limit admits the attempt.
  const found = device === undefined ? undefined : await deps.users.findForSignIn(email);
  const isKnown = found?.user !== undefined && (await deps.devices.isKnownDevice(found.user.id, device));
  const caller = isKnown ? 'known' : 'stranger';
  deps.passwords.admit(caller);
  return countingFailures(attemptsOf(credentials, isKnown, deps), async () => {
    const user = found === undefined ? await deps.users.findForSignIn(email) : found;
    return checked(user, { password: credentials.password, caller }, deps);
  });
}

/**
 * The limits for an attempt. Strangers count together for an account. A browser in which the user has signed in before
 * counts alone, so that strangers cannot lock the user out (docs/decisions/0088-strangers-cannot-lock-an-account.md).
 */
function attemptsOf({ email, visitorIp, device }: Credentials, isKnown: boolean, { limits }: SignInDependencies) {
  const ofNetwork = { limiter: limits.signInsOfNetwork, key: visitorIp, onSuccess: 'reward' } as const;
  const account = emailKey(email);
  if (isKnown)
    return [ofNetwork, { limiter: limits.signInsOfDevice, key: `${account} ${device}`, onSuccess: 'reset' } as const];
  return [
    ofNetwork,
    { limiter: limits.signInsOfAccountInNetwork, key: `${account} ${visitorIp}`, onSuccess: 'reset' } as const,
    { limiter: limits.signInsOfAccount, key: account, onSuccess: 'reward' } as const,
  ];
}

async function checked(
  found: Awaited<ReturnType<SignInRepository['findForSignIn']>>,
  { password, caller }: { password: string; caller: Caller },
  { passwords }: SignInDependencies,
): Promise<User> {
  const matches = await passwords.matches(found?.passwordHash ?? null, password, caller);
  if (found === null || !matches) throw appError('auth.invalid-credentials', { userId: found?.user.id });
  return found.user;
}
