import type { ServiceDirectory } from '@earshot/service-kit';
import type * as OpenId from 'openid-client';
import type { ProviderAccess } from './open-id.ts';
import { clockDifference, patienceSeconds } from './open-id.ts';

/** The provider that an operator configured. */
export interface ConfiguredProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

/** Its metadata is read when first needed and kept; a failed reading is tried again by the next sign-in. */
export function configuredAccess({ issuer, clientId, clientSecret, name }: ConfiguredProvider): ProviderAccess {
  let found: Promise<OpenId.Configuration> | undefined;
  const server = new URL(issuer);
  const discover = (library: typeof OpenId) => {
    const insecure = server.protocol === 'http:' ? [library.allowInsecureRequests] : [];
    return library.discovery(
      server,
      clientId,
      { client_secret: clientSecret, [library.clockTolerance]: clockDifference },
      secretAs(library, clientSecret),
      { execute: [...insecure, library.enableNonRepudiationChecks], timeout: patienceSeconds },
    );
  };
  return {
    name,
    vouches: true,
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

/** The usual way of OpenID Connect unless the provider takes the other alone. */
function secretAs(library: typeof OpenId, secret: string): OpenId.ClientAuth {
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (taken.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}

/** As the sandbox calls itself; no address, since browsers and services use different ones. */
const sandboxIssuer = 'https://sandbox-id.invalid';

/**
 * Sandbox ID. Browsers reach it below their own origin, this service by the internal address. It believes whatever
 * people say, so its word counts (`vouches`) only where everybody who comes may be anybody: on one's own machine.
 */
export function sandboxAccess(deps: { directory: ServiceDirectory; vouches: boolean }): ProviderAccess {
  return {
    name: 'Sandbox ID',
    vouches: deps.vouches,
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
