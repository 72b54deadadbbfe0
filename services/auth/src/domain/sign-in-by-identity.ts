import type { OutgoingEvent } from '@earshot/event-bus';
import type { Identity, LoginProblem } from './identity.ts';
import type { User } from './user.ts';
import { emailKey } from './user.ts';

type Known = Pick<Identity, 'issuer' | 'subject'>;

/** An account that an address leads to. */
export interface AccountOfAddress {
  readonly user: User;
  /** The identity that signs in to it, if there is one. */
  readonly identity: Known | null;
}

/** What changes when an account is linked. */
export interface Linking {
  readonly identity: Known;
  /** After the change. */
  readonly user: User;
  /** Whoever registered it never showed that the address is theirs: their password goes. */
  readonly clearPassword: boolean;
  readonly events: readonly OutgoingEvent[];
}

/** What signing in by an identity needs of the accounts. */
export interface IdentityRepository {
  findByIdentity(identity: Known): Promise<User | null>;
  findByEmail(email: string): Promise<AccountOfAddress | null>;
  /** One write with its events. False when the account is no longer as it was seen, or the identity is another's. */
  link(seen: AccountOfAddress, linking: Linking): Promise<boolean>;
  /** One write with its events. False when the address or the identity has an account by now. */
  insertLinked(user: User, facts: { identity: Known; events: readonly OutgoingEvent[] }): Promise<boolean>;
}

export interface IdentityDependencies {
  readonly users: IdentityRepository;
  readonly adminEmails: readonly string[];
  readonly newId: () => string;
  readonly now: () => Date;
  readonly userRegistered: (user: User, visitor: string | null) => OutgoingEvent;
  readonly adminChanged: (userId: string, isAdmin: boolean) => OutgoingEvent;
  readonly passwordChanged: (userId: string) => OutgoingEvent;
}

/** `alone`: sessions that the account had must end. */
export type SignedIn = { readonly user: User; readonly alone: boolean };

/** Each further one needs yet another sign-in at the same time. */
const attempts = 5;

/**
 * The account of an identity: the one that it signed in to before, else the one of its address, else a new one. The
 * address counts only if the provider has verified it. An account whose own address nobody ever verified may have been
 * made by somebody else: it is taken over by the owner of the address, and its password and sessions end. An account
 * that another person of the same provider signs in to stays theirs, whoever has the address now.
 */
export async function signInByIdentity(
  given: { identity: Identity; vouches: boolean; visitor: string | null },
  deps: IdentityDependencies,
): Promise<SignedIn | { readonly problem: LoginProblem }> {
  const { identity, vouches } = given;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const known = await deps.users.findByIdentity(identity);
    if (known !== null) return { user: known, alone: false };
    const { email } = identity;
    if (email === null || !identity.emailVerified) return { problem: 'unverified' };
    const found = await deps.users.findByEmail(email);
    // Made since, by the same person in another tab.
    if (found !== null && isSame(found.identity, identity)) return { user: found.user, alone: false };
    if (found !== null && (!vouches || found.identity?.issuer === identity.issuer)) return { problem: 'taken' };
    const done = found === null ? await makeAccount(email, given, deps) : await linkAccount(found, identity, deps);
    if (done !== null) return done;
  }
  return { problem: 'failed' };
}

function isSame(known: Known | null, { issuer, subject }: Known): boolean {
  return known?.issuer === issuer && known.subject === subject;
}

function isListed(email: string, adminEmails: readonly string[]): boolean {
  return adminEmails.some((listed) => emailKey(listed) === emailKey(email));
}

async function makeAccount(
  email: string,
  { identity, vouches, visitor }: { identity: Identity; vouches: boolean; visitor: string | null },
  deps: IdentityDependencies,
): Promise<SignedIn | null> {
  const now = deps.now();
  const user: User = {
    id: deps.newId(),
    email,
    firstName: identity.firstName,
    lastName: identity.lastName,
    profileImageUrl: identity.picture,
    authProvider: 'oidc',
    isEmailVerified: vouches,
    isAdmin: vouches && isListed(email, deps.adminEmails),
    createdAt: now,
    updatedAt: now,
  };
  const events = [deps.userRegistered(user, visitor)];
  return (await deps.users.insertLinked(user, { identity, events })) ? { user, alone: false } : null;
}

async function linkAccount(
  seen: AccountOfAddress,
  identity: Identity,
  deps: IdentityDependencies,
): Promise<SignedIn | null> {
  const before = seen.user;
  const isFirstProof = !before.isEmailVerified;
  const user: User = {
    ...before,
    firstName: before.firstName ?? identity.firstName,
    lastName: before.lastName ?? identity.lastName,
    profileImageUrl: before.profileImageUrl ?? identity.picture,
    isEmailVerified: true,
    // Verified earlier, the list had its say, and an operator perhaps another.
    isAdmin: before.isAdmin || (isFirstProof && isListed(before.email, deps.adminEmails)),
    updatedAt: deps.now(),
  };
  const events = [
    ...(user.isAdmin === before.isAdmin ? [] : [deps.adminChanged(user.id, user.isAdmin)]),
    ...(isFirstProof ? [deps.passwordChanged(user.id)] : []),
  ];
  const linked = await deps.users.link(seen, { identity, user, clearPassword: isFirstProof, events });
  return linked ? { user, alone: isFirstProof } : null;
}
