import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import type { Passkeys } from './passkeys.ts';
import type { SecondFactors } from './second-factors.ts';

/** The stores of an account's factors. */
export interface FactorStores {
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
}

/** Whether the account has a factor besides its password. Recovery codes alone are none. */
export async function hasFactor(userId: UserId, { factors, passkeys }: FactorStores): Promise<boolean> {
  return (await factors.totpOf(userId)) !== null || (await passkeys.list(userId)).length > 0;
}

/** Creates recovery codes with the first factor. Returns null if the account has codes already. */
export async function firstRecoveryCodes(userId: UserId, { factors }: FactorStores): Promise<string[] | null> {
  return (await factors.recoveryCodesLeft(userId)) > 0 ? null : factors.newRecoveryCodes(userId);
}

/** Replaces the recovery codes. Throws factor.not-found for an account that needs none. */
export async function replaceRecoveryCodes(userId: UserId, stores: FactorStores): Promise<string[]> {
  if (!(await hasFactor(userId, stores)))
    throw appError('factor.not-found', { message: 'Set up an authenticator app or a passkey first' });
  return stores.factors.newRecoveryCodes(userId);
}

/** Deletes the recovery codes after the last factor: they would be of no use. Returns false if there are none to delete. */
export async function dropUselessCodes(userId: UserId, stores: FactorStores): Promise<boolean> {
  if (await hasFactor(userId, stores)) return false;
  const hasCodes = (await stores.factors.recoveryCodesLeft(userId)) > 0;
  await stores.factors.removeAll(userId);
  return hasCodes;
}

/**
 * Deletes all factors of an account that its address's owner takes over: whoever set them up never proved the address.
 */
export async function removeFactors(userId: UserId, { factors, passkeys }: FactorStores): Promise<void> {
  await factors.removeAll(userId);
  await passkeys.removeAll(userId);
}
