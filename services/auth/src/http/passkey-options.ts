import type { RequestFacts } from '@earshot/service-kit';
import { appError } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import {
  challengeMs,
  type ChallengePurpose,
  type Challenges,
  type Passkeys,
  type PasskeySite,
  passkeySite,
  signatureAlgorithms,
} from '../domain/factors/passkeys.ts';
import { userHandleOf } from '../domain/factors/prove-passkey.ts';
import type { User } from '../domain/user.ts';

interface Dependencies {
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly now: () => Date;
}

const type = 'public-key' as const;

/** The site that the browser is on. Throws auth.passkeys-unavailable where passkeys do not work. */
export function siteOf({ origin }: Pick<RequestFacts, 'origin'>): PasskeySite {
  const site = passkeySite(origin);
  if (site === null) throw appError('auth.passkeys-unavailable');
  return site;
}

/** What the browser makes a new passkey for. It can later be found without an address (`residentKey`). */
export async function creationOptions(
  { id: userId, email }: User,
  { domain }: PasskeySite,
  { passkeys, challenges, now }: Dependencies,
) {
  const known = (await passkeys.list(userId)).filter((passkey) => passkey.domain === domain);
  return {
    rp: { id: domain, name: 'Earshot' },
    user: { id: userHandleOf(userId), name: email, displayName: email },
    challenge: await challenges.create({ purpose: 'add', userId, now: now() }),
    pubKeyCredParams: signatureAlgorithms.map((alg) => ({ alg, type })),
    timeout: challengeMs,
    excludeCredentials: known.map(({ id }) => ({ id, type })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    attestation: 'none',
  } as const;
}

/** What the browser signs. Without a user, it offers every passkey of the site and verifies the person. */
export async function requestOptions(
  { purpose, userId }: { purpose: Exclude<ChallengePurpose, 'add'>; userId: UserId | null },
  { domain }: PasskeySite,
  { passkeys, challenges, now }: Dependencies,
) {
  const known = userId === null ? [] : await passkeys.list(userId);
  return {
    challenge: await challenges.create({ purpose, userId, now: now() }),
    rpId: domain,
    timeout: challengeMs,
    allowCredentials: known.filter((passkey) => passkey.domain === domain).map(({ id }) => ({ id, type })),
    userVerification: userId === null ? 'required' : 'preferred',
  } as const;
}
