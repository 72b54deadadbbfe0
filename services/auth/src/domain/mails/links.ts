/** What a link of a mail is good for. */
export type LinkPurpose = 'verify-email' | 'reset-password';

/** Milliseconds that links work, from their sending. */
export const linkLifeMs = { 'verify-email': 24 * 3_600_000, 'reset-password': 30 * 60_000 } as const;

/** Links of mails; a token is known here by its digest alone. */
export interface Links {
  /** A new token of 256 bits. */
  create(link: { userId: string; purpose: LinkPurpose; now: Date }): Promise<string>;
  /** Whose link it is; null when there is none, or it has run out. */
  find(token: string, purpose: LinkPurpose, now: Date): Promise<string | null>;
  /** Of a user who is gone, nothing stays. */
  endAll(userId: string): Promise<void>;
  /** Ends all links of the user for this purpose; false when the token's own was not among them any more. */
  use(token: string, link: { userId: string; purpose: LinkPurpose }): Promise<boolean>;
}

/** Unsubscribing works as long as the mail is kept: such tokens are sealed, not stored. */
export interface UnsubscribeTokens {
  of(userId: string): string;
  /** null: not one of ours. */
  userOf(token: string): string | null;
}
