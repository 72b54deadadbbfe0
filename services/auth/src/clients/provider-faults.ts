import { z } from 'zod';

const coded = z.object({ code: z.string() });
const otherIssuer = z.object({
  code: z.literal('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'),
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.url().max(500) }) }),
});
const noMetadata = z.object({
  code: z.enum(['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']),
});
const badStatus = z.object({ cause: z.object({ status: z.number() }) });
const algorithm = z.string().regex(/^[\w-]{1,20}$/);
const unsupported = z.object({
  code: z.literal('OAUTH_UNSUPPORTED_OPERATION'),
  cause: z.object({ cause: z.object({ alg: algorithm }) }),
});
const unexpected = z.object({
  code: z.literal('OAUTH_INVALID_RESPONSE'),
  cause: z.object({ cause: z.object({ header: z.object({ alg: algorithm }), expected: z.unknown() }) }),
});
const refusedClient = z.object({ error: z.enum(['invalid_client', 'unauthorized_client']) });

/**
 * What is wrong with the configuration of a provider that answers: the setting, and what is expected. Null if the error
 * has another cause. `issuer` is the setting's value.
 */
export function configurationFault(error: unknown, issuer: string): string | null {
  const named = otherIssuer.safeParse(error).data?.cause.body.issuer;
  if (named !== undefined) return `OIDC_ISSUER must be ${named}, as the provider names itself, and not ${issuer}`;
  if (refusedClient.safeParse(error).success) return 'OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is refused by the provider';
  const alg =
    unsupported.safeParse(error).data?.cause.cause.alg ?? unexpected.safeParse(error).data?.cause.cause.header.alg;
  if (alg === undefined) return null;
  const expected = 'one that its metadata lists, of RS256, PS256, ES256 and EdDSA';
  return `OIDC_CLIENT_ID: the provider signs the ID tokens of this client with ${alg}; choose ${expected}`;
}

/** The same for an error of the discovery, where an answer that is no metadata shows a wrong address. */
export function discoveryFault(error: unknown, issuer: string): string | null {
  const fault = configurationFault(error, issuer);
  if (fault !== null || !noMetadata.safeParse(error).success) return fault;
  const status = badStatus.safeParse(error).data?.cause.status;
  if (status !== undefined && status >= 500) return null;
  const answered = status === undefined || status === 200 ? 'something else' : String(status);
  return `OIDC_ISSUER must be an address below which /.well-known/openid-configuration is; ${issuer} answered ${answered} there`;
}

/** The reason for the operator's log, without text from the provider or the user. */
export function reasonOf(error: unknown): string {
  return coded.safeParse(error).data?.code ?? (error instanceof Error ? error.name : 'unknown');
}
