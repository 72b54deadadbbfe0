import type { RedditAccount as View } from '@earshot/proto/http/outreach';
import type { UserId } from '@earshot/proto/refs';
import type { AccountHold } from './account-hold.ts';

/** An account of the community site that a user linked. Its tokens are stored separately. */
export interface LinkedAccount extends Omit<
  View,
  'createdAt' | 'updatedAt' | 'hold' | 'sourceLabel' | 'usernameLabel'
> {
  /** The last hold that the site reported; it may have ended. */
  readonly hold: AccountHold | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Counts how often it was linked, so that facts about an earlier link are not applied to a later one. */
  readonly link: number;
}

/** The tokens for acting as the account. */
export interface HeldTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date;
}

/** A link that the account's owner approved. */
export interface NewLink {
  readonly userId: UserId;
  readonly source: string;
  readonly username: string;
  readonly tokens: HeldTokens;
  /** What the site reports about the account at the link. */
  readonly hold: AccountHold | null;
  /** The id to use if the account was never linked before. */
  readonly newId: string;
  readonly now: Date;
}

/** Linked accounts, each scoped to its user; tokens are encrypted at rest. */
export interface LinkedAccountRepository {
  list(userId: UserId): Promise<LinkedAccount[]>;
  find(userId: UserId, id: string): Promise<LinkedAccount | null>;
  /**
   * Stores one account per user, source and name. Linking it again replaces the tokens and the hold, and activates it.
   * Returns null if the user has as many accounts as a user can have.
   */
  save(link: NewLink): Promise<LinkedAccount | null>;
  /** null when the account is gone or its tokens can no longer be decrypted. */
  tokens(account: LinkedAccount): Promise<HeldTokens | null>;
  /** Stores refreshed tokens, unless the account was linked again in the meantime. */
  renew(account: LinkedAccount, tokens: HeldTokens, now: Date): Promise<void>;
  /** Marks the account as inactive because the site refuses its tokens, unless it was linked again in the meantime. */
  deactivate(account: LinkedAccount, now: Date): Promise<void>;
  /** Stores or ends its hold, unless it was linked again in the meantime. */
  hold(account: LinkedAccount, hold: AccountHold | null, now: Date): Promise<void>;
  /** False when it was already gone. */
  remove(account: LinkedAccount): Promise<boolean>;
}

/** A started link. Its state proves that the redirect belongs to the link that this user started (CSRF protection). */
export interface LinkState {
  /** A random value that cannot be guessed. */
  readonly state: string;
  readonly userId: UserId;
  /** The source whose account is being linked. */
  readonly source: string;
  /** The code can only be exchanged together with exactly this address. */
  readonly redirectUri: string;
  /** The page to return to; null for the settings. */
  readonly returnTo: string | null;
  readonly expiresAt: Date;
}

/** Stores started links; each can be used once. */
export interface LinkStateRepository {
  keep(begun: LinkState): Promise<void>;
  /** Removes and returns it; null when the user has none with this state, or it has expired. */
  take(userId: UserId, state: string, now: Date): Promise<LinkState | null>;
}
