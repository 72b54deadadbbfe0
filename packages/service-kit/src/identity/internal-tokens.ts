import type { ServiceName } from '@earshot/proto/values';
import { z } from 'zod';
import jwt from 'jsonwebtoken';

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
  /** Signs a token in this service's name that only `audience` accepts, for 60 seconds. */
  sign(audience: ServiceName, facts: TokenFacts): string;
  /** Returns null when the token has no valid signature of a service, is for another audience, or has expired. */
  verify(token: string): VerifiedToken | null;
}

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  admin: z.boolean(),
  sid: z.string().optional(),
});

/** PEM texts of an ES256 key pair. */
export interface SigningKeys {
  readonly privateKey: string;
  /** Public keys of every service that may call this one. */
  readonly publicKeys: ReadonlyMap<ServiceName, string>;
}

export function internalTokens(service: ServiceName, keys: SigningKeys): InternalTokens {
  return {
    sign: (audience, facts) =>
      jwt.sign({ admin: facts.admin, ...(facts.sessionRef && { sid: facts.sessionRef }) }, keys.privateKey, {
        algorithm: 'ES256',
        issuer: service,
        audience,
        subject: facts.userId,
        expiresIn: lifetimeSeconds,
      }),
    verify: (token) => verify(token, service, keys.publicKeys),
  };
}

function verify(token: string, audience: ServiceName, keys: SigningKeys['publicKeys']): VerifiedToken | null {
  for (const [issuer, key] of keys) {
    if (issuerOf(token) !== issuer) continue;
    try {
      const parsed = claims.parse(jwt.verify(token, key, { algorithms: ['ES256'], audience, issuer }));
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
