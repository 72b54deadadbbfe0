import type { ServiceName } from '@earshot/proto/values';
import { z } from 'zod';
import jwt from 'jsonwebtoken';

/** Seconds. One call lasts less; a stolen token is soon worth nothing. */
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
  /** A token that `audience` alone accepts, for 60 seconds, in this service's name. */
  sign(audience: ServiceName, facts: TokenFacts): string;
  /** null when the token is not one of ours, is for somebody else, or has run out. */
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
  /** Public keys of every service that may call. */
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

/** Unchecked: only chooses the key that must then verify. */
function issuerOf(token: string): unknown {
  const payload = jwt.decode(token);
  return typeof payload === 'object' && payload !== null ? payload.iss : undefined;
}
