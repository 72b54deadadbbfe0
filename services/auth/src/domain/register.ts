import type { OutgoingEvent } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import type { CommonPasswords } from './common-passwords.ts';
import { refuseCommon } from './common-passwords.ts';
import type { Passwords } from './passwords.ts';
import type { User } from './user.ts';
import { emailKey } from './user.ts';

/** What registering needs of the accounts. */
export interface RegistrationRepository {
  /** Whether an account of this address is there. */
  isTaken(email: string): Promise<boolean>;
  /** Whether nobody has registered yet. */
  isEmpty(): Promise<boolean>;
  /**
   * Saves the account and its events in one write. `first` claims to be the very first one; one claim wins, whatever
   * runs at the same time.
   */
  insert(user: User, facts: NewAccountFacts): Promise<'saved' | 'email-taken' | 'not-first'>;
}

/** What is saved with a new account. */
export interface NewAccountFacts {
  readonly passwordHash: string;
  readonly first: boolean;
  readonly events: readonly OutgoingEvent[];
}

/** What a visitor gives, parsed: the password is in clear text. */
export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** The visitor of the public search, if it is one. */
  readonly visitor: string | null;
}

/**
 * Makes an account. Throws auth.password-common, auth.email-taken. The very first account is an administrator if its address is among
 * `adminEmails`; later ones have to verify theirs, or anybody could claim it.
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
  await refuseCommon(wanted.password, 'password', deps.common);
  // Before the slow hash; what counts is the unique index at the insert.
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
  const again = await users.insert(ordinary, { passwordHash, first: false, events });
  if (again !== 'saved') throw appError('auth.email-taken');
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
