import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { CommonPasswords } from './common-passwords.ts';
import { refuseWeak } from './common-passwords.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';
import { emailKey } from './user.ts';

/** Account storage for registration. */
export interface RegistrationRepository {
  /** Whether the address has an account. */
  isTaken(email: string): Promise<boolean>;
  /** Whether no account exists. */
  isEmpty(): Promise<boolean>;
  /**
   * Saves the account and its events in one write. `first` claims to be the first account; only one concurrent claim
   * succeeds.
   */
  insert(user: User, facts: NewAccountFacts): Promise<'saved' | 'email-taken' | 'not-first'>;
}

/** Saved with a new account. */
export interface NewAccountFacts {
  readonly passwordHash: string;
  readonly first: boolean;
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
 * Creates an account. Throws auth.password-weak, auth.password-common, auth.email-taken. The very first account becomes an administrator if
 * its address is among `adminEmails`. Later accounts must verify their address first, because anybody could claim it.
 */
export async function register(
  wanted: Registration,
  deps: {
    users: RegistrationRepository;
    passwords: Passwords;
    common: CommonPasswords;
    adminEmails: readonly string[];
    newId: () => string;
    now: () => Date;
    userRegistered: (user: User, visitor: string | null) => OutgoingEvent;
  },
): Promise<User> {
  const { users } = deps;
  await refuseWeak({ password: wanted.password, owner: wanted, field: 'password' }, deps.common);
  // Checked before the slow hash; the unique index enforces it at the insert.
  if (await users.isTaken(wanted.email)) throw appError('auth.email-taken');
  const passwordHash = await deps.passwords.hash(wanted.password);
  const first = await users.isEmpty();
  const listed = deps.adminEmails.some((email) => emailKey(email) === emailKey(wanted.email));
  const user = userOf(wanted, { id: deps.newId(), now: deps.now(), isAdmin: first && listed });
  const events = [deps.userRegistered(user, wanted.visitor)];
  const outcome = await users.insert(user, { passwordHash, first, events });
  if (outcome === 'saved') return user;
  if (outcome === 'email-taken') throw appError('auth.email-taken');
  const ordinary = { ...user, isAdmin: false };
  const retried = await users.insert(ordinary, { passwordHash, first: false, events });
  if (retried !== 'saved') throw appError('auth.email-taken');
  return ordinary;
}

function userOf(wanted: Registration, facts: { id: string; now: Date; isAdmin: boolean }): User {
  return {
    id: facts.id,
    email: wanted.email,
    firstName: wanted.firstName || null,
    lastName: wanted.lastName || null,
    profileImageUrl: null,
    authProvider: 'email',
    isEmailVerified: false,
    isAdmin: facts.isAdmin,
    createdAt: facts.now,
    updatedAt: facts.now,
  };
}
