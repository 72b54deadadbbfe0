import type { ServiceDirectory } from '@earshot/service-kit';
import type * as OpenId from 'openid-client';
import { boundedFetch, clockDifference, patienceSeconds, type ProviderAccess } from './open-id.ts';

/** The provider configured by the operator. */
export interface ConfiguredProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly trustsAddresses: boolean;
}

/** The provider's metadata is fetched on first use and cached. After a failure, the next sign-in retries. */
export function configuredAccess(provider: ConfiguredProvider): ProviderAccess {
  const { issuer, clientId, clientSecret, name, trustsAddresses } = provider;
  let found: Promise<OpenId.Configuration> | undefined;
  const server = new URL(issuer);
  const discover = (library: typeof OpenId) => {
    const insecure = server.protocol === 'http:' ? [library.allowInsecureRequests] : [];
    return library.discovery(
      server,
      clientId,
      { client_secret: clientSecret, [library.clockTolerance]: clockDifference },
      secretAs(library, clientSecret),
      {
        execute: [...insecure, library.enableNonRepudiationChecks],
        timeout: patienceSeconds,
        [library.customFetch]: boundedFetch,
      },
    );
  };
  return {
    name,
    vouches: true,
    demo: false,
    issuer,
    trustsAddresses,
    configuration: async (library) => {
      found ??= discover(library);
      try {
        return await found;
      } catch (error) {
        found = undefined;
        throw error;
      }
    },
  };
}

/** Uses client_secret_basic, the default of OpenID Connect, unless the provider supports only client_secret_post. */
function secretAs(library: typeof OpenId, secret: string): OpenId.ClientAuth {
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (taken.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}

/** The sandbox's issuer name. It is not an address, because browsers and services use different ones. */
const sandboxIssuer = 'https://sandbox-id.invalid';

/**
 * Sandbox ID. Browsers reach it under their own origin, this service under the internal address. It accepts any claimed
 * identity, so it opens only accounts that it created (docs/decisions/0042-sandbox-id-has-a-fixed-issuer.md).
 */
export function sandboxAccess(deps: { directory: ServiceDirectory; vouches: boolean }): ProviderAccess {
  return {
    name: 'Sandbox ID',
    vouches: deps.vouches,
    demo: true,
    issuer: sandboxIssuer,
    trustsAddresses: false,
    configuration: async (library, origin) => {
      const internal = `${deps.directory.urlOf('sandbox')}/oidc`;
      const config = new library.Configuration(
        {
          issuer: sandboxIssuer,
          authorization_endpoint: `${origin}/sandbox/oidc/auth`,
          token_endpoint: `${internal}/token`,
          jwks_uri: `${internal}/jwks`,
          authorization_response_iss_parameter_supported: true,
        },
        'earshot',
        { id_token_signed_response_alg: 'ES256', [library.clockTolerance]: clockDifference },
        library.None(),
      );
      library.allowInsecureRequests(config);
      library.enableNonRepudiationChecks(config);
      config.timeout = patienceSeconds;
      return config;
    },
  };
}
