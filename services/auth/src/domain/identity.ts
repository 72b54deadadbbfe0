/** Somebody as an identity provider knows them; empty claims are null. */
export interface Identity {
  /** Issuer and subject together are one person for ever; an address is not. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider says that the address is theirs. */
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly picture: string | null;
}

/**
 * Why nobody was signed in: they said no; it took too long or began in another browser; the answer was not right; the
 * address is not verified; the provider or our database is away; the address belongs to an account that may not be
 * linked.
 */
export type LoginProblem = 'denied' | 'expired' | 'failed' | 'unverified' | 'away' | 'taken';

/** What has to be remembered of a sign-in while its visitor is at the provider. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE. */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** A service that says who people are. */
export interface IdentityProvider {
  /** As people call it. */
  readonly name: string;
  /** Whether its word about an address counts for accounts that it did not make, and for administrators. */
  readonly vouches: boolean;
  /** Where the browser goes; `origin` is where it comes back to. null: the provider is away. */
  begin(origin: string): Promise<{ readonly url: string; readonly secrets: LoginSecrets } | null>;
  /** Who came back with these parameters. Checks state, nonce and signature. */
  finish(
    secrets: LoginSecrets,
    parameters: URLSearchParams,
  ): Promise<{ readonly identity: Identity } | { readonly problem: LoginProblem }>;
}
