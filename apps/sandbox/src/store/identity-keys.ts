import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const stored = z.object({
  keys: z.tuple([
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      kid: z.string(),
      x: z.string(),
      y: z.string(),
      d: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
    }),
  ]),
});
export type IdentityKeys = z.infer<typeof stored>;

/** The keys that sign ID tokens. They are created once per folder, or at each start without a folder. */
export function identityKeys(folder: string | null): IdentityKeys {
  if (folder === null) return newKeys();
  const file = join(folder, 'identity-keys.json');
  if (existsSync(file)) return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  const keys = newKeys();
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, JSON.stringify(keys), { mode: 0o600 });
  renameSync(temporary, file);
  return keys;
}

function newKeys(): IdentityKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const facts = { kid: randomUUID(), alg: 'ES256', use: 'sig' };
  return stored.parse({ keys: [{ ...privateKey.export({ format: 'jwk' }), ...facts }] });
}
