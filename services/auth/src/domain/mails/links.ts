/** The purpose of a link in a mail. */
export type LinkPurpose = 'verify-email' | 'reset-password';

/** Lifetime of links in milliseconds, counted from sending. */
export const linkLifeMs = { 'verify-email': 24 * 3_600_000, 'reset-password': 30 * 60_000 } as const;

/** Links in mails. Only the digest of a token is stored. */
export interface Links {
  /** Creates a token of 256 bits. */
  create(link: { userId: string; purpose: LinkPurpose; now: Date }): Promise<string>;
  /** Returns the link's user, or null if it is missing or expired. */
  find(token: string, purpose: LinkPurpose, now: Date): Promise<string | null>;
  /** Deletes all links of a deleted user. */
  endAll(userId: string): Promise<void>;
  /** Deletes the user's links for this purpose. Returns false if the given token was already used. */
  use(token: string, link: { userId: string; purpose: LinkPurpose }): Promise<boolean>;
}

/** Tokens for unsubscribing. They are sealed instead of stored, so they work as long as the mail is kept. */
export interface UnsubscribeTokens {
  of(userId: string): string;
  /** Returns null for an invalid token. */
  userOf(token: string): string | null;
}
