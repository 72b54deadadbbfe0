import { Secret, TOTP } from 'otpauth';
import type { TotpCodes } from '../domain/factors/second-factors.ts';

const secretBytes = 20;
const stepMs = 30_000;

/** Codes by the otpauth library, with its defaults: SHA-1, 6 digits, 30 seconds. */
export function totpCodes(): TotpCodes {
  return {
    newSecret: () => new Secret({ size: secretBytes }).base32,
    uriOf: (secret, email) => new TOTP({ issuer: 'Earshot', label: email, secret }).toString(),
    stepOf: (secret, code, now) => {
      const timestamp = now.getTime();
      const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: 1 });
      return delta === null ? null : Math.floor(timestamp / stepMs) + delta;
    },
  };
}
