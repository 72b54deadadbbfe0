import type { Settings } from '@earshot/core';
import type { ServiceName } from '@earshot/proto/values';
import { type InternalTokens, internalTokens } from '../identity/internal-tokens.ts';
import { signingKeysFrom } from './signing-keys.ts';

/**
 * The tokens of a service for a command that runs in the service's own container. Throws an Error that names the setting
 * when a key file cannot be read.
 */
export async function ownTokens(service: ServiceName, environment: Settings): Promise<InternalTokens> {
  const { SERVICE_KEY_FILE = '', SERVICE_PUBLIC_KEYS_FILE = '' } = environment;
  return internalTokens(service, await signingKeysFrom(service, { SERVICE_KEY_FILE, SERVICE_PUBLIC_KEYS_FILE }));
}
