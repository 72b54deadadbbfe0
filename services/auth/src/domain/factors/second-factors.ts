import type { UserId } from '@earshot/proto/refs';

/** The authenticator app of an account. */
export interface StoredTotp {
  /** The secret, sealed by the vault. */
  readonly sealed: string;
  /** The latest time step of a used code. Codes of this step and earlier ones are refused. */
  readonly usedStep: number;
}

/** Authenticator apps and recovery codes, one set per account. */
export interface SecondFactors {
  totpOf(userId: UserId): Promise<StoredTotp | null>;
  /** Replaces the authenticator app. */
  setTotp(userId: UserId, totp: StoredTotp): Promise<void>;
  /** Returns false if the account has no authenticator app. */
  removeTotp(userId: UserId): Promise<boolean>;
  /** Marks a step as used. Returns false if it, or a later one, was used already. */
  takeStep(userId: UserId, step: number): Promise<boolean>;
  recoveryCodesLeft(userId: UserId): Promise<number>;
  /** Replaces the recovery codes and returns the new ones. Only digests are stored. */
  newRecoveryCodes(userId: UserId): Promise<string[]>;
  /** Deletes a recovery code. Returns false if the account has no such code. */
  useRecoveryCode(userId: UserId, code: string): Promise<boolean>;
  /** Deletes everything of the account. */
  removeAll(userId: UserId): Promise<void>;
}

/** Codes of authenticator apps: RFC 6238 with 6 digits, SHA-1 and steps of 30 seconds, which every app supports. */
export interface TotpCodes {
  /** A new secret of 160 bits, in base32. */
  newSecret(): string;
  /** The address that an app reads from a QR code or opens on the same device. */
  uriOf(secret: string, email: string): string;
  /** The time step of a code, at most one step before or after now; null if the code is wrong. */
  stepOf(secret: string, code: string, now: Date): number | null;
}
