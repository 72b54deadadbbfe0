import type { OutgoingEvent } from '@earshot/event-bus';
import type { UserId } from '@earshot/proto/refs';
import type { IdentityKey } from './identity.ts';
import type { User } from './user.ts';

/** Why an account became administrator, or no longer is. */
export type AdminReason = 'command' | 'listed-address' | 'link';

/** Saved in the same write as a change of an account. */
export interface ChangeFacts {
  readonly now: Date;
  readonly events: readonly OutgoingEvent[];
}

/** Changes of existing accounts. An account that is being deleted counts as missing. */
export interface AccountChanges {
  find(userId: UserId): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  /** Returns null if the account is missing or has no password. */
  passwordHashOf(userId: UserId): Promise<string | null>;
  /** Whether any account is an administrator's. */
  hasAdmin(): Promise<boolean>;
  /** Whether an identity provider is linked. */
  hasIdentity(userId: UserId): Promise<boolean>;
  /** Stores a further address that mails go to, so that the deletion of the account removes these mails. */
  noteAddress(userId: UserId, email: string): Promise<void>;
  /**
   * Replaces the address of the account by a verified one and notes the former. `isAdmin` true also grants the
   * administrator role. Returns false if the address is taken or the account changed.
   */
  setAddress(before: User, change: { email: string; isAdmin: boolean } & ChangeFacts): Promise<boolean>;
  /** Links an identity. Returns false if the account has one already, or the identity has another account. */
  linkIdentity(userId: UserId, identity: IdentityKey, now: Date): Promise<boolean>;
  /** Returns false if the account is missing or already has this role. */
  setAdmin(userId: UserId, change: { isAdmin: boolean } & ChangeFacts): Promise<boolean>;
  /**
   * `isAdmin` true also grants the administrator role; false leaves the role unchanged. Returns false if the address
   * was already verified.
   */
  setVerified(userId: UserId, change: { isAdmin: boolean } & ChangeFacts): Promise<boolean>;
  /** `alone` removes a linked identity. Returns false if the account is missing. */
  setPassword(userId: UserId, change: { passwordHash: string; alone?: boolean } & ChangeFacts): Promise<boolean>;
}
