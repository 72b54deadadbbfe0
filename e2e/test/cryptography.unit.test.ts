import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CIPHERS, DEFAULT_MAX_VERSION, DEFAULT_MIN_VERSION } from 'node:tls';

const root = join(import.meta.dirname, '..', '..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const page = text('docs/security/cryptography.md');

/** The product's own sources, without helpers of tests. */
const sources = ['apps', 'packages', 'proto', 'services', 'web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/node_modules|(^|\/)(test|testing)\/|\.compiled/.test(name))
    .map((name) => `${folder}/${name}`),
);
const texts = new Map(sources.map((path) => [path, text(path)]));
const filesWith = (pattern: RegExp) => sources.filter((path) => pattern.test(texts.get(path) ?? ''));
const found = (pattern: RegExp) =>
  [...new Set([...texts.values()].flatMap((one) => [...one.matchAll(pattern)].map(([, name]) => name)))].sort();

const secretFunctions =
  'createHmac|create(?:De)?[cC]ipheriv|generateKeyPairSync|hkdfSync|pbkdf2Sync|randomBytes|randomInt|sign|verify';
const libraries = '@node-rs/argon2|@simplewebauthn/server|jsonwebtoken|oidc-provider|openid-client|otpauth';

it('the inventory lists every file that uses a key, a secret or a random value', () => {
  const files = filesWith(
    new RegExp(
      String.raw`\b(${secretFunctions})\b[^;]*from 'node:crypto'|from '(${libraries})'|import\('(${libraries})'\)`,
    ),
  );
  expect(files).toContain('packages/service-kit/src/vault/vault.ts');
  expect(files.filter((path) => !page.includes(`\`${path}\``))).toEqual([]);
  const listed = [...page.matchAll(/`((?:apps|packages|services)\/[\w./-]+\.ts)`/g)].map(([, path = '']) => path);
  expect(listed.filter((path) => !texts.has(path))).toEqual([]);
});

it('only approved algorithms are used, and SHA-1 for no secret', () => {
  expect(found(/\bcreateHash\(\s*([^\s)]+)/g)).toEqual(["'sha1'", "'sha256'"]);
  expect(filesWith(/createHash\('sha1'\)/)).toEqual(['packages/event-bus/src/sqlite/bus-records.ts']);
  expect(found(/\bcreateHmac\(\s*([^\s,)]+)/g)).toEqual(["'sha256'"]);
  expect(found(/\bcreate(?:C|Dec)ipheriv\((\w+)/g)).toEqual(['cipher']);
  expect(filesWith(/\bcipher\b = /).map((path) => [path, /cipher = ('.*')/.exec(text(path))?.[1]])).toEqual([
    ['packages/service-kit/src/vault/vault.ts', "'aes-256-gcm'"],
  ]);
  expect(found(/\bgenerateKeyPairSync\(('\w+')/g)).toEqual(["'ec'"]);
  expect(found(/\bnamedCurve: ('[\w-]+')/g)).toEqual(["'P-256'"]);
  expect(found(/\balgorithms?: \[?('[^']+')/g)).toEqual(["'ES256'"]);
});

/** Random values of fewer than 128 bits, none of which is a secret that lasts. */
const short = [
  'packages/scoring/src/model/model-scorer.ts',
  'packages/service-kit/src/vault/sealing-keys.ts',
  'services/gateway/src/domain/gate.ts',
];

it('secrets have at least 128 random bits; others are listed', () => {
  const bytes = /\brandomBytes\((\d+)\)/g;
  const sizes = sources.flatMap((path) =>
    [...(texts.get(path) ?? '').matchAll(bytes)].map(([, size]) => ({ path, size: Number(size) })),
  );
  expect(sizes.length).toBeGreaterThan(10);
  expect(
    sizes
      .filter(({ size }) => size < 16)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(short);
  expect(
    filesWith(/Math\.random/)
      .map((path) => path.split('/').at(-1))
      .sort(),
  ).toEqual(['jetstream.ts', 'pace.ts', 'redis-connection.ts', 'retry-budget.ts', 'slots.ts']);
});

it('connections use TLS 1.2 or 1.3 with strong ciphers, and nothing turns the check of certificates off', () => {
  expect([DEFAULT_MIN_VERSION, DEFAULT_MAX_VERSION]).toEqual(['TLSv1.2', 'TLSv1.3']);
  const [strongest, ...others] = DEFAULT_CIPHERS.split(':');
  expect(strongest).toBe('TLS_AES_256_GCM_SHA384');
  expect(others).toEqual(expect.arrayContaining(['!aNULL', '!eNULL', '!EXPORT', '!DES', '!RC4', '!MD5']));
  const weaker =
    /rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity|secureProtocol|minVersion|maxVersion|\bciphers:|tlsInsecure|tlsAllowInvalid|--tls-(?:min|max|cipher)|--insecure/i;
  const settings = ['Dockerfile', 'docker-compose.yml', 'charts/earshot/values.yaml', 'package.json'];
  expect(filesWith(weaker)).toEqual([]);
  expect(settings.filter((path) => weaker.test(text(path)))).toEqual([]);
  for (const example of ['{ rejectUnauthorized: false }', 'NODE_TLS_REJECT_UNAUTHORIZED=0', '?tlsInsecure=true'])
    expect(example).toMatch(weaker);
});
