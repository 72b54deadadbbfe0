import type { RedditAccount as View } from '@earshot/proto/http/outreach';

/** An account of the community site that a user linked; its tokens are kept apart. */
export interface LinkedAccount extends Omit<View, 'createdAt' | 'updatedAt' | 'sourceLabel' | 'usernameLabel'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Counts the times it was linked: what is known of an earlier link says nothing of a later one. */
  readonly link: number;
}

/** With what we act as the account. */
export interface HeldTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date;
}

/** A link that its owner agreed to. */
export interface NewLink {
  readonly userId: string;
  readonly source: string;
  readonly username: string;
  readonly tokens: HeldTokens;
  /** The id if the account was never linked before. */
  readonly newId: string;
  readonly now: Date;
}

/** Linked accounts, each scoped to its user; tokens are unreadable at rest. */
export interface LinkedAccountRepository {
  list(userId: string): Promise<LinkedAccount[]>;
  find(userId: string, id: string): Promise<LinkedAccount | null>;
  /** One account of a name and source for each user: linked again, it gets the new tokens and is active. */
  save(link: NewLink): Promise<LinkedAccount>;
  /** null: it is gone, or nobody can read its tokens any more. */
  tokens(account: LinkedAccount): Promise<HeldTokens | null>;
  /** Keeps refreshed tokens, unless it was linked anew meanwhile. */
  renew(account: LinkedAccount, tokens: HeldTokens, now: Date): Promise<void>;
  /** The site no longer takes its tokens, unless it was linked anew meanwhile. */
  deactivate(account: LinkedAccount, now: Date): Promise<void>;
  /** False: it was gone. */
  remove(account: LinkedAccount): Promise<boolean>;
}

/** A link that was begun: proof that the browser that comes back is the one that left. */
export interface LinkState {
  /** Unguessable. */
  readonly state: string;
  readonly userId: string;
  /** Whose account is to be linked. */
  readonly source: string;
  /** The code is only good together with exactly this address. */
  readonly redirectUri: string;
  readonly expiresAt: Date;
}

/** Begun links; one is good once. */
export interface LinkStateRepository {
  keep(begun: LinkState): Promise<void>;
  /** Takes it away; null: none of this user's, or too old. */
  take(userId: string, state: string, now: Date): Promise<LinkState | null>;
}
