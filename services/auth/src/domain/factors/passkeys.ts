import type { PasskeyProof } from '@earshot/proto/http/auth-factors';
import type { NewPasskey } from '@earshot/proto/http/auth-own-factors';
import type { UserId } from '@earshot/proto/refs';

/** A passkey of an account. */
export interface Passkey {
  /** The credential's id, chosen by the authenticator. */
  readonly id: string;
  readonly userId: UserId;
  readonly name: string;
  /** The host name for which the browser made it. It works on no other. */
  readonly domain: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Uses as counted by the authenticator; always 0 for passkeys that several devices share. */
  readonly counter: number;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

/** Storage of passkeys. */
export interface Passkeys {
  list(userId: UserId): Promise<Passkey[]>;
  find(id: string): Promise<Passkey | null>;
  /** `exists`: some account has this passkey. `full`: the account has as many as it can have. */
  add(passkey: Passkey): Promise<'added' | 'exists' | 'full'>;
  /** Returns false if the account has no such passkey. */
  remove(userId: UserId, id: string): Promise<boolean>;
  removeAll(userId: UserId): Promise<void>;
  /** Stores a use. Returns false if the passkey was used or removed since it was read. */
  use(seen: Passkey, counter: number, now: Date): Promise<boolean>;
}

/** What a challenge is for. `second-step`, `confirm` and `add` belong to a user. */
export type ChallengePurpose = 'sign-in' | 'second-step' | 'confirm' | 'add';

/** Milliseconds that the browser has: its dialog waits as long. */
export const challengeMs = 5 * 60_000;

/** Signature algorithms by COSE number: ES256, EdDSA and RS256. */
export const signatureAlgorithms = [-7, -8, -257] as const;

/** Challenges that browsers sign. Each can be used once, for five minutes. Only digests are stored. */
export interface Challenges {
  create(challenge: { purpose: ChallengePurpose; userId: UserId | null; now: Date }): Promise<string>;
  /** Deletes the challenge. Returns false if it is unknown, expired or for another purpose or user. */
  use(challenge: string, of: { purpose: ChallengePurpose; userId: UserId | null; now: Date }): Promise<boolean>;
}

/** Where the browser is: the origin, and its host name, to which passkeys are bound. */
export interface PasskeySite {
  readonly origin: string;
  readonly domain: string;
}

/** Verifies what browsers sign (WebAuthn). Both resolve with null if anything is wrong. */
export interface PasskeyVerifier {
  /** Checks a new passkey. */
  created(given: NewPasskey, facts: { challenge: string; site: PasskeySite }): Promise<NewCredential | null>;
  /** Checks a signature and the counter, and resolves with the new counter. */
  signed(
    given: PasskeyProof,
    facts: { challenge: string; site: PasskeySite; passkey: Passkey; isAlone: boolean },
  ): Promise<number | null>;
  /** The challenge that a browser signed; null if the data is malformed. */
  challengeOf(clientDataJson: string): string | null;
}

type NewCredential = Pick<Passkey, 'id' | 'publicKey' | 'counter'>;

/**
 * The site of an origin, or null where passkeys do not work: they need https, or http on localhost, and a name instead of
 * a network address.
 */
export function passkeySite(origin: string | null): PasskeySite | null {
  if (origin === null) return null;
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isSecure && !isAddress ? { origin, domain: hostname } : null;
}
