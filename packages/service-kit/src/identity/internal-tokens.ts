import type { ServiceName } from '@earshot/proto/values';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { UserId } from '@earshot/proto/refs';
import type { TokenTarget } from './token-targets.ts';

/** Seconds. Longer than one call takes, and short enough that a stolen token soon becomes useless. */
const lifetimeSeconds = 60;
/** How long a token is used for further calls. It leaves 15 of its 60 seconds for the last of them. */
const reuseMs = 45_000;
/** Limits each of the two caches to a few MB. */
const mostKept = 5_000;

export interface TokenFacts {
  readonly userId: UserId;
  readonly admin: boolean;
  /** A digest of the session's id; only the gateway knows sessions. */
  readonly sessionRef?: string;
}

export interface VerifiedToken extends TokenFacts {
  readonly issuer: ServiceName;
}

/** Signs and checks the internal tokens of one service. */
export interface InternalTokens {
  /** Signs a token in this service's name that opens only the target, for 60 seconds. */
  sign(target: TokenTarget, facts: TokenFacts): string;
  /**
   * Returns null when the token has no valid signature of a service, is for another service or contract, has no end or
   * has expired.
   */
  verify(token: string, contract: string): VerifiedToken | null;
}

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  admin: z.boolean(),
  sid: z.string().optional(),
  contract: z.string(),
  // The library accepts a token without an end.
  exp: z.number(),
});

/** PEM texts of an ES256 key pair. */
export interface SigningKeys {
  readonly privateKey: string;
  /** Public keys of every service that may call this one. */
  readonly publicKeys: ReadonlyMap<ServiceName, string>;
}

/**
 * Signing and verifying cost most of a call between services, so both are remembered: a signed token by what it is for,
 * and a verified one by its digest until it expires. Throws when a key cannot be read.
 */
export function internalTokens(service: ServiceName, keys: SigningKeys): InternalTokens {
  const privateKey = createPrivateKey(keys.privateKey);
  const publicKeys = new Map([...keys.publicKeys].map(([name, key]) => [name, createPublicKey(key)]));
  const signed = new LRUCache<string, string>({ max: mostKept, ttl: reuseMs, perf: { now: () => Date.now() } });
  const verified = new LRUCache<string, KnownToken>({ max: mostKept });
  return {
    sign: ({ service: audience, contract }, { admin, sessionRef = '', userId }) => {
      const purpose = [audience, contract, admin, sessionRef, userId].join('\n');
      const token =
        signed.get(purpose) ??
        jwt.sign({ admin, contract, ...(sessionRef && { sid: sessionRef }) }, privateKey, {
          algorithm: 'ES256',
          issuer: service,
          audience,
          subject: userId,
          expiresIn: lifetimeSeconds,
        });
      if (!signed.has(purpose)) signed.set(purpose, token);
      return token;
    },
    verify: (token, contract) => {
      const digest = hash('sha256', token, 'base64url');
      const known = verified.get(digest) ?? verify(token, service, publicKeys);
      if (known === null || Date.now() >= known.endsAtMs) return null;
      verified.set(digest, known);
      return known.contract === contract ? known.facts : null;
    },
  };
}

interface KnownToken {
  readonly contract: string;
  readonly endsAtMs: number;
  readonly facts: VerifiedToken;
}

function verify(token: string, service: ServiceName, keys: ReadonlyMap<ServiceName, KeyObject>): KnownToken | null {
  for (const [issuer, key] of keys) {
    if (issuerOf(token) !== issuer) continue;
    try {
      const options = { algorithms: ['ES256' as const], audience: service, issuer };
      const { sub, admin, sid, contract, exp } = claims.parse(jwt.verify(token, key, options));
      const facts = { issuer, userId: sub, admin, ...(sid !== undefined && { sessionRef: sid }) };
      return { contract, endsAtMs: exp * 1_000, facts };
    } catch {
      return null;
    }
  }
  return null;
}

/** Reads the issuer without verification. It only selects the key that must then verify the token. */
function issuerOf(token: string): unknown {
  const payload = jwt.decode(token);
  return typeof payload === 'object' && payload !== null ? payload.iss : undefined;
}
