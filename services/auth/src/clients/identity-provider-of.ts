import { type Logger, publicAddress } from '@earshot/core';
import type { ServiceDirectory } from '@earshot/service-kit';
import type { Sources } from '@earshot/sources';
import type { AuthConfig } from '../config.ts';
import type { IdentityProvider } from '../domain/identity.ts';
import { configuredAccess, sandboxAccess } from './identity-providers.ts';
import { openIdProvider } from './open-id.ts';

type Settings = Pick<
  AuthConfig,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME'
  | 'OIDC_EMAIL_VERIFIED'
  | 'EARSHOT_DEMO'
  | 'EARSHOT_URL'
>;

/**
 * Returns the configured provider. Otherwise returns Sandbox ID if the sandbox is a source and the
 * installation serves its own machine or is a demo; else null.
 */
export function identityProviderOf(
  settings: Settings,
  { directory, log, sources }: { directory: ServiceDirectory; log: Logger; sources: Pick<Sources, 'all'> },
): IdentityProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const name = settings.OIDC_NAME ?? new URL(issuer).host;
    const trustsAddresses = settings.OIDC_EMAIL_VERIFIED === 'trust';
    return openIdProvider(configuredAccess({ issuer, clientId, clientSecret, name, trustsAddresses }), log);
  }
  const isPublic = publicAddress(settings.EARSHOT_URL) !== undefined;
  if ((isPublic && !settings.EARSHOT_DEMO) || !sources.all.some(({ definition }) => definition.isSample)) return null;
  return openIdProvider(sandboxAccess({ directory, vouches: !isPublic }), log);
}
