/** Stored secrets that only the sealing keys of their installation open. */
export interface SealedData {
  readonly database: string;
  readonly collection: string;
  /** Paths of the fields that hold a sealed text or null. */
  readonly fields: readonly string[];
  /** What the documents are, for operators. */
  readonly label: string;
}

/** All sealed secrets of the product (docs/decisions/0037-sealed-secrets.md). */
export const sealedData: readonly SealedData[] = [
  {
    database: 'outreach',
    collection: 'reddit_accounts',
    fields: ['accessToken', 'refreshToken'],
    label: 'linked accounts',
  },
  { database: 'auth', collection: 'second_factors', fields: ['totp.sealed'], label: 'authenticator apps' },
];
