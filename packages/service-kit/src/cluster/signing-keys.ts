import { type ServiceName, serviceNames } from '@earshot/proto/values';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { SigningKeys } from '../identity/internal-tokens.ts';

const publicKeysFile = z.record(z.string(), z.string());
const mending = '`npm run keys` makes both';

interface KeyFiles {
  readonly SERVICE_KEY_FILE: string;
  readonly SERVICE_PUBLIC_KEYS_FILE: string;
}

/**
 * Reads the service's private key and the public keys of all services. Throws an Error that names the setting when a
 * file cannot be read, holds no key, or when the private key does not match the service's public key.
 */
export async function signingKeysFrom(service: ServiceName, files: KeyFiles): Promise<SigningKeys> {
  const privateKey = await textOf('SERVICE_KEY_FILE', files.SERVICE_KEY_FILE);
  const listed = publicKeysOf(await textOf('SERVICE_PUBLIC_KEYS_FILE', files.SERVICE_PUBLIC_KEYS_FILE));
  const publicKeys = new Map<ServiceName, string>();
  for (const name of serviceNames) {
    const key = listed[name];
    if (key === undefined) throw new Error(`SERVICE_PUBLIC_KEYS_FILE has no key of ${name}: ${mending}`);
    publicKeys.set(name, key);
  }
  if (!belongTogether(privateKey, publicKeys.get(service) ?? '')) {
    throw new Error(`SERVICE_KEY_FILE is not the key that SERVICE_PUBLIC_KEYS_FILE lists for ${service}: ${mending}`);
  }
  return { privateKey, publicKeys };
}

async function textOf(setting: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${setting}: ${path} cannot be read: ${mending}`, { cause });
  });
}

function publicKeysOf(text: string): Record<string, string> {
  try {
    return publicKeysFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`SERVICE_PUBLIC_KEYS_FILE is not a JSON object of keys by service: ${mending}`, { cause });
  }
}

function belongTogether(privateKey: string, publicKey: string): boolean {
  try {
    const derived = createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' });
    return derived.equals(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }));
  } catch {
    return false;
  }
}
