import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { AdminReason } from './account-changes.ts';
import type { Identity, IdentityKey, IdentityProvider, LoginProblem } from './identity.ts';
import { isListed } from './listed-address.ts';
import { endingLinks, type Links } from './mails/links.ts';
import type { User } from './user.ts';

/** An account, found by an identity or by an address. */
export interface FoundAccount {
  readonly user: User;
  /** The linked identity, if any. */
  readonly identity: IdentityKey | null;
  readonly hasPassword: boolean;
}

/** The changes when an identity is linked to an account. */
export interface Linking {
  readonly identity: IdentityKey;
  /** The account after the change. */
  readonly user: User;
  /** The address was never verified, so the password may be another person's and is removed. */
  readonly clearPassword: boolean;
  readonly events: readonly OutgoingEvent[];
}

/** Account storage for signing in with an identity. */
export interface IdentityRepository {
  findByIdentity(identity: IdentityKey): Promise<FoundAccount | null>;
  findByEmail(email: string): Promise<FoundAccount | null>;
  /** One write with its events. Returns false if the account has changed, or the identity has another account. */
  link(seen: FoundAccount, linking: Linking): Promise<boolean>;
  /** One write with its events. Returns false if the address or the identity already has an account. */
  insertLinked(user: User, facts: { identity: IdentityKey; events: readonly OutgoingEvent[] }): Promise<boolean>;
}

export interface IdentityDependencies {
  readonly users: IdentityRepository;
  readonly links: Links;
  readonly adminEmails: readonly string[];
  /** Deletes all second factors of an account. */
  readonly removeFactors: (userId: UserId) => Promise<void>;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly userRegistered: (user: User, visitor: string | null) => OutgoingEvent;
  readonly adminChanged: (userId: UserId, isAdmin: boolean, reason: AdminReason) => OutgoingEvent;
  readonly passwordChanged: (userId: UserId) => OutgoingEvent;
}

/** `alone`: the account's existing sessions must end. `change`: the sign-in created the account or linked the identity. */
export type SignedIn = {
  readonly user: User;
  readonly alone: boolean;
  readonly change: 'none' | 'registered' | 'linked';
};

/** The sign-in continues only with the password of the account with this address. */
export type PasswordNeeded = { readonly passwordOf: string };

type Given = { readonly identity: Identity; readonly visitor: string | null } & Pick<
  IdentityProvider,
  'vouches' | 'demo'
>;

/** A further attempt is needed only after a concurrent sign-in. */
const attempts = 5;

/**
 * Finds the identity's account: the linked one, else the one of its address, else a new one. The address counts only if
 * the provider has verified it. An account with an unverified address may have been created by somebody else. The
 * address's owner takes it over, and its password and sessions end
 * (docs/decisions/0041-verified-identity-takes-over-unverified-accounts.md). An account linked to another person of the
 * same provider stays theirs, even if the address has a new owner. A demo provider never links: accounts that it may not
 * open need their password.
 */
export async function signInByIdentity(
  given: Given,
  deps: IdentityDependencies,
): Promise<SignedIn | PasswordNeeded | { readonly problem: LoginProblem }> {
  const { identity, vouches, demo } = given;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const known = await deps.users.findByIdentity(identity);
    if (known !== null) return demo ? openDemo(known, identity) : opened(known);
    const { email } = identity;
    if (email === null || !identity.emailVerified) return { problem: 'unverified' };
    const found = await deps.users.findByEmail(email);
    if (found !== null && demo) return openDemo(found, identity);
    // Created meanwhile by the same person in another tab.
    if (found !== null && isSame(found.identity, identity)) return opened(found);
    if (
      found !== null &&
      (!vouches || found.identity?.issuer === identity.issuer || mustProve(found.user, given, deps))
    )
      return { problem: 'taken' };
    const done = found === null ? await makeAccount(email, given, deps) : await linkAccount(found, identity, deps);
    if (done !== null) return done;
  }
  return { problem: 'failed' };
}

/** Trust in a provider's addresses opens no account of an administrator, or of one that the operator listed. */
function mustProve({ email, isAdmin }: User, { identity }: Given, { adminEmails }: IdentityDependencies): boolean {
  return identity.emailTrusted && (isAdmin || isListed(email, adminEmails));
}

/** The answer is the same for every account that the demo provider may not open, also if it has no password. */
function openDemo(found: FoundAccount, identity: IdentityKey): SignedIn | PasswordNeeded {
  const { user, hasPassword } = found;
  const isOwn = user.authProvider === 'oidc' && isSame(found.identity, identity);
  return isOwn && !hasPassword ? opened(found) : { passwordOf: user.email };
}

function opened({ user }: FoundAccount): SignedIn {
  return { user, alone: false, change: 'none' };
}

function isSame(known: IdentityKey | null, { issuer, subject }: IdentityKey): boolean {
  return known?.issuer === issuer && known.subject === subject;
}

async function makeAccount(
  email: string,
  { identity, vouches, demo, visitor }: Given,
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
    // An address that only the operator's trust verifies proves no listed address.
    isAdmin: vouches && !demo && !identity.emailTrusted && isListed(email, deps.adminEmails),
    createdAt: now,
    updatedAt: now,
  };
  const events = [deps.userRegistered(user, visitor)];
  const made = await deps.users.insertLinked(user, { identity, events });
  return made ? { user, alone: false, change: 'registered' } : null;
}

async function linkAccount(
  seen: FoundAccount,
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
    // The list is applied once, at the first verification; later the operator may have removed the role.
    isAdmin: before.isAdmin || (isFirstProof && !identity.emailTrusted && isListed(before.email, deps.adminEmails)),
    updatedAt: deps.now(),
  };
  const events = [
    ...(user.isAdmin === before.isAdmin ? [] : [deps.adminChanged(user.id, user.isAdmin, 'listed-address')]),
    ...(isFirstProof ? [deps.passwordChanged(user.id)] : []),
  ];
  const link = () => deps.users.link(seen, { identity, user, clearPassword: isFirstProof, events });
  const linked = await (isFirstProof ? endingLinks(deps.links, user.id, link) : link());
  // Whoever set them up never proved the address.
  if (linked && isFirstProof) await deps.removeFactors(user.id);
  return linked ? { user, alone: isFirstProof, change: 'linked' } : null;
}
