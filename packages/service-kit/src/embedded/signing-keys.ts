import { type ServiceName, serviceNames } from '@earshot/proto/values';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type KeyPair, newKeyPair } from '../identity/key-pair.ts';

const pair = z.object({ privateKey: z.string(), publicKey: z.string() });
const stored = z.record(z.string(), pair);

/**
 * Returns the key pair of every service. The keys are created once and kept in the data folder, readable only by its
 * owner.
 */
export function signingKeys(folder: string): ReadonlyMap<ServiceName, KeyPair> {
  const file = join(folder, 'service-keys.json');
  const known = kept(file);
  const missing = serviceNames.filter((name) => known[name] === undefined);
  for (const name of missing) known[name] = newKeyPair();
  if (missing.length > 0) {
    writeFileSync(`${file}.new`, JSON.stringify(known), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const keys = new Map<ServiceName, KeyPair>();
  for (const name of serviceNames) {
    const found = known[name];
    if (found !== undefined) keys.set(name, found);
  }
  return keys;
}

/** Treats a damaged file as missing: a signed token is valid for one minute and is never stored. */
function kept(file: string): Record<string, KeyPair> {
  if (!existsSync(file)) return {};
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
