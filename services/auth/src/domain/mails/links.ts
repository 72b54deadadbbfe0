import type { UserId } from '@earshot/proto/refs';

/** The purpose of a link in a mail. */
export type LinkPurpose = 'verify-email' | 'reset-password' | 'confirm-address';

/** Lifetime of links in milliseconds, counted from sending. */
export const linkLifeMs = {
  'verify-email': 24 * 3_600_000,
  'reset-password': 30 * 60_000,
  'confirm-address': 24 * 3_600_000,
} as const;

/** Links in mails. Only the digest of a token is stored. */
export interface Links {
  /** Creates a token of 256 bits. */
  create(link: { userId: UserId; purpose: LinkPurpose; now: Date; email?: string }): Promise<string>;
  /** Returns the link's user, or null if it is missing or expired. */
  find(token: string, purpose: LinkPurpose, now: Date): Promise<string | null>;
  /** Returns the user and the new address of a link that confirms one, or null if it is missing or expired. */
  addressOf(token: string, now: Date): Promise<{ userId: UserId; email: string } | null>;
  /** Deletes all links of a user. */
  endAll(userId: UserId): Promise<void>;
  /** Deletes the user's links for this purpose. Returns false if the given token was already used. */
  use(token: string, link: { userId: UserId; purpose: LinkPurpose }): Promise<boolean>;
}

/**
 * Changes a user's password or address and ends the links in earlier mails: before the change, so that a crash leaves
 * none, and after it, so that none created meanwhile stays.
 */
export async function endingLinks<T>(links: Links, userId: UserId, change: () => Promise<T>): Promise<T> {
  await links.endAll(userId);
  const result = await change();
  await links.endAll(userId);
  return result;
}

/** Tokens for unsubscribing. They are sealed instead of stored, so they work as long as the mail is kept. */
export interface UnsubscribeTokens {
  of(userId: UserId): string;
  /** Returns null for an invalid token. */
  userOf(token: string): string | null;
}
