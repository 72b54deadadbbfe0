/** A person as an identity provider identifies them. Empty claims are null. */
export interface Identity {
  /** Issuer and subject together identify a person permanently; an address does not. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** Whether the address counts as verified: the provider has verified it, or the operator trusts its addresses. */
  readonly emailVerified: boolean;
  /** The address counts as verified only because the operator trusts the provider's addresses. */
  readonly emailTrusted: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly picture: string | null;
  /** When the person last signed in at the provider; null if the provider does not tell. */
  readonly signedInAt: Date | null;
}

export type IdentityKey = Pick<Identity, 'issuer' | 'subject'>;

/**
 * Why a sign-in failed. `denied`: the user cancelled. `expired`: it took too long or began in another browser.
 * `failed`: the answer was invalid. `misconfigured`: a setting of the provider is wrong. `unverified`: the address is not verified. `away`: the provider or our database is
 * unavailable. `taken`: the address belongs to an account that may not be linked.
 * `disabled`: an administrator disabled the account.
 */
export type LoginProblem =
  'denied' | 'expired' | 'failed' | 'unverified' | 'away' | 'taken' | 'disabled' | 'misconfigured';

/** The state of a sign-in while the visitor is at the provider. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** A service that authenticates users. */
export interface IdentityProvider {
  /** The name shown to users. */
  readonly name: string;
  /** Whether its verified addresses count as verified. */
  readonly vouches: boolean;
  /**
   * Whether anyone can be anyone there, as with Sandbox ID. It then opens only accounts that it created and that have no
   * password, and makes no administrators.
   */
  readonly demo: boolean;
  /**
   * Returns the address to send the browser to; `origin` is the origin to return to. `fresh` asks the provider for a new
   * sign-in, even if the person is signed in there. Returns the problem if the provider is unavailable or misconfigured.
   */
  begin(
    origin: string,
    options: { readonly fresh: boolean },
  ): Promise<{ readonly url: string; readonly secrets: LoginSecrets } | { readonly problem: 'away' | 'misconfigured' }>;
  /** Identifies the user from the callback's parameters. Checks state, nonce and signature. */
  finish(
    secrets: LoginSecrets,
    parameters: URLSearchParams,
  ): Promise<{ readonly identity: Identity } | { readonly problem: LoginProblem }>;
}
