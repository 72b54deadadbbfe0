import type { Vault } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import { z } from 'zod';
import type { UserId } from '@earshot/proto/refs';
import type { SecondFactors, TotpCodes } from './second-factors.ts';

export interface TotpDependencies {
  readonly factors: SecondFactors;
  readonly totp: TotpCodes;
  readonly vault: Vault;
  readonly now: () => Date;
}

/** Milliseconds in which a new secret must be proved by a code. */
const setupMs = 15 * 60_000;
const setupPurpose = 'totp setup';
const setup = z.object({ userId: z.string(), secret: z.string(), until: z.number() });

/** Binds a sealed secret to its account. */
export const totpPurpose = (userId: UserId) => `totp ${userId}`;

/** A new secret. Nothing is stored: the sealed `setup` comes back with the first code. */
export function beginTotp({ id, email }: { id: string; email: string }, { totp, vault, now }: TotpDependencies) {
  const secret = totp.newSecret();
  const pending = { userId: id, secret, until: now().getTime() + setupMs };
  return { secret, uri: totp.uriOf(secret, email), setup: vault.seal(JSON.stringify(pending), setupPurpose) };
}

/** Stores the secret once a code proves that the app has it. Throws auth.wrong-code. */
export async function setTotp(
  given: { userId: UserId; setup: string; code: string },
  { factors, totp, vault, now }: TotpDependencies,
): Promise<void> {
  const text = vault.open(given.setup, setupPurpose);
  const pending = text === null ? null : setup.parse(JSON.parse(text));
  if (pending?.userId !== given.userId || pending.until <= now().getTime())
    throw appError('auth.wrong-code', { message: 'This took too long; begin again' });
  const step = totp.stepOf(pending.secret, given.code, now());
  if (step === null) throw wrongCode();
  const sealed = vault.seal(pending.secret, totpPurpose(given.userId));
  await factors.setTotp(given.userId, { sealed, usedStep: step });
}

/** Checks a code of the authenticator app. Each code works once. Throws auth.wrong-code. */
export async function proveByCode(
  { userId, code }: { userId: UserId; code: string },
  { factors, totp, vault, now }: TotpDependencies,
): Promise<void> {
  const stored = await factors.totpOf(userId);
  const secret = stored === null ? null : vault.open(stored.sealed, totpPurpose(userId));
  const step = secret === null ? null : totp.stepOf(secret, code, now());
  if (step === null || !(await factors.takeStep(userId, step))) throw wrongCode();
}

function wrongCode() {
  const { message } = appError('auth.wrong-code');
  return appError('auth.wrong-code', { fields: { code: message } });
}
