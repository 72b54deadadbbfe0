import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import { type CommonPasswords, refuseWeak } from './common-passwords.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';

/** Account storage for registration. */
export interface RegistrationRepository {
  /** Whether the address has an account. */
  isTaken(email: string): Promise<boolean>;
  /** Saves the account and its events in one write. */
  insert(user: User, facts: NewAccountFacts): Promise<'saved' | 'email-taken'>;
}

/** Saved with a new account. */
export interface NewAccountFacts {
  readonly passwordHash: string;
  readonly events: readonly OutgoingEvent[];
}

/** The validated registration form. The password is plain text. */
export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** The visitor id of the public search, if any. */
  readonly visitor: string | null;
}

/**
 * Creates an account. Throws auth.password-weak, auth.password-common, auth.email-taken. It is never an administrator's:
 * anybody can register any address, so a listed one must be verified first.
 */
export async function register(
  registration: Registration,
  deps: {
    users: RegistrationRepository;
    passwords: Passwords;
    common: CommonPasswords;
    newId: () => string;
    now: () => Date;
    userRegistered: (user: User, visitor: string | null) => OutgoingEvent;
  },
): Promise<User> {
  const { users } = deps;
  await refuseWeak({ password: registration.password, owner: registration, field: 'password' }, deps.common);
  // Checked before the slow hash; the unique index enforces it at the insert.
  if (await users.isTaken(registration.email)) throw appError('auth.email-taken');
  const passwordHash = await deps.passwords.hash(registration.password);
  const user = userOf(registration, { id: deps.newId(), now: deps.now() });
  const events = [deps.userRegistered(user, registration.visitor)];
  if ((await users.insert(user, { passwordHash, events })) === 'email-taken') throw appError('auth.email-taken');
  return user;
}

function userOf(registration: Registration, facts: { id: string; now: Date }): User {
  return {
    id: facts.id,
    email: registration.email,
    firstName: registration.firstName || null,
    lastName: registration.lastName || null,
    profileImageUrl: null,
    authProvider: 'email',
    isEmailVerified: false,
    isAdmin: false,
    createdAt: facts.now,
    updatedAt: facts.now,
  };
}
