import type { ServiceName } from '@earshot/proto/values';
import { z } from 'zod';
import jwt from 'jsonwebtoken';
import type { TokenTarget } from './token-targets.ts';

/** Seconds. Longer than one call takes, and short enough that a stolen token soon becomes useless. */
const lifetimeSeconds = 60;

export interface TokenFacts {
  readonly userId: string;
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

export function internalTokens(service: ServiceName, keys: SigningKeys): InternalTokens {
  return {
    sign: ({ service: audience, contract }, { admin, sessionRef, userId }) =>
      jwt.sign({ admin, contract, ...(sessionRef && { sid: sessionRef }) }, keys.privateKey, {
        algorithm: 'ES256',
        issuer: service,
        audience,
        subject: userId,
        expiresIn: lifetimeSeconds,
      }),
    verify: (token, contract) => verify(token, { service, contract }, keys.publicKeys),
  };
}

function verify(
  token: string,
  { service, contract }: TokenTarget,
  keys: SigningKeys['publicKeys'],
): VerifiedToken | null {
  for (const [issuer, key] of keys) {
    if (issuerOf(token) !== issuer) continue;
    try {
      const options = { algorithms: ['ES256' as const], audience: service, issuer };
      const parsed = claims.parse(jwt.verify(token, key, options));
      if (parsed.contract !== contract) return null;
      const sessionRef = parsed.sid === undefined ? {} : { sessionRef: parsed.sid };
      return { issuer, userId: parsed.sub, admin: parsed.admin, ...sessionRef };
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
