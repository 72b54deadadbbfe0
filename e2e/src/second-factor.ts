import { ownFactorContract } from '@earshot/proto/http/auth-own-factors';
import { TOTP } from 'otpauth';
import type { Visitor } from './visitor.ts';

const path = '/api/auth/factors/totp';

/** Sets up an authenticator app in a confirmed session. Resolves with the recovery codes. */
export async function addAuthenticatorApp(owner: Visitor): Promise<string[]> {
  const { secret, setup } = await owner.get(ownFactorContract.beginTotp.response, path, { method: 'POST', body: {} });
  const body = { setup, code: new TOTP({ secret }).generate() };
  const { recoveryCodes } = await owner.get(ownFactorContract.setTotp.response, path, { method: 'PUT', body });
  return recoveryCodes ?? [];
}
