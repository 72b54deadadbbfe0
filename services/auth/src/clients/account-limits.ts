import type { Clock, KeyValue } from '@earshot/core';
import { networkLimiter, rateLimiter } from '@earshot/service-kit';
import type { AccountLimits } from '../domain/account-limits.ts';

const quarterMs = 15 * 60_000;
const hourMs = 60 * 60_000;

/** Rate limits in the key-value store, shared by all replicas. `registrationsAnHour` applies per address. */
export function accountLimits(
  { kv, clock }: { kv: KeyValue; clock: Clock },
  registrationsAnHour: number,
): AccountLimits {
  const limit = (name: string, points: number, durationMs: number) =>
    rateLimiter({ kv, clock, name: `auth.${name}`, points, durationMs });
  const ofNetwork = (name: string, points: number, durationMs: number) =>
    networkLimiter({ kv, clock, name: `auth.${name}`, points, durationMs });
  return {
    signInsOfNetwork: ofNetwork('sign-in-address', 100, quarterMs),
    signInsOfAccountInNetwork: limit('sign-in-account-network', 10, quarterMs),
    signInsOfAccount: limit('sign-in-strangers', 100, quarterMs),
    signInsOfDevice: limit('sign-in-device', 10, quarterMs),
    registrations: ofNetwork('register', registrationsAnHour, hourMs),
    forgottenOfAccount: limit('forgot-account', 5, hourMs),
    forgottenOfAddress: ofNetwork('forgot-address', 30, hourMs),
    links: ofNetwork('link', 60, quarterMs),
    passwordChanges: limit('password', 10, quarterMs),
    verifications: limit('verify', 5, hourMs),
    addressChanges: limit('address-change', 5, hourMs),
    mailsToNewAddress: limit('new-address', 5, hourMs),
    notices: limit('notice', 10, hourMs),
    factors: limit('factor', 10, quarterMs),
    challenges: limit('passkey-challenge', 60, quarterMs),
    providerVisits: limit('provider-visit', 20, hourMs),
  };
}
