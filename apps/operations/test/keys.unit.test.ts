import { serviceNames } from '@earshot/proto/values';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './operate.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = (name: string) => readFile(join(folder, name), 'utf8');
const files = async () =>
  new Map(await Promise.all((await readdir(folder)).map(async (name) => [name, await text(name)] as const)));
const publicKeys = async () => z.record(z.string(), z.string()).parse(JSON.parse(await text('public.json')));

it('creates a private key for each service and one file with all public keys', async () => {
  expect((await run(['keys', folder])).code).toBe(0);
  const listed = await publicKeys();
  expect(Object.keys(listed).sort()).toEqual([...serviceNames].sort());
  for (const name of serviceNames) {
    const key = createPrivateKey(await text(`${name}.pem`));
    expect(key.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(createPublicKey(key).export({ type: 'spki', format: 'pem' })).toBe(listed[name]);
    expect((await stat(join(folder, `${name}.pem`))).mode & 0o777).toBe(0o600);
  }
  expect(new Set(Object.values(listed)).size).toBe(serviceNames.length);
  expect((await stat(join(folder, 'public.json'))).mode & 0o777).toBe(0o644);
});

it('a second run changes nothing, and a run after adding a service creates only its key', async () => {
  await run(['keys', folder]);
  const before = await files();
  await run(['keys', folder]);
  expect(await files()).toEqual(before);
  await rm(join(folder, 'scan-worker.pem'));
  const { lines } = await run(['keys', folder]);
  expect(lines).toContain('made   scan-worker.pem');
  const after = await files();
  const changed = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
  expect(changed.sort()).toEqual(['public.json', 'scan-worker.pem']);
});

it('concurrent runs end with one set of keys', async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, () => run(['keys', folder])));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const listed = await publicKeys();
  for (const name of serviceNames) {
    const own = createPublicKey(await text(`${name}.pem`)).export({ type: 'spki', format: 'pem' });
    expect([name, own]).toEqual([name, listed[name]]);
  }
  // One for each service, public.json, sealing.json and security-log.key.
  expect(await readdir(folder)).toHaveLength(serviceNames.length + 3);
});

it('names a damaged key and does not change it', async () => {
  await writeFile(join(folder, 'auth.pem'), 'no key');
  const { code, lines } = await run(['keys', folder]);
  expect([code, lines.join()]).toEqual([1, expect.stringContaining('auth.pem is not an ES256 private key')]);
  expect(await text('auth.pem')).toBe('no key');
});

it.each([[[]], [['--owner', '1000']], [['keys', '--owner', 'root']], [['keys', 'more']]])(
  'prints the usage for %j',
  async (args) => {
    const { code, lines } = await run(['keys', ...args.map((arg) => (arg === 'keys' ? folder : arg))]);
    expect([code, lines.join('\n')]).toEqual([2, expect.stringContaining('keys -- FOLDER')]);
    expect(await readdir(folder)).toEqual([]);
  },
);

it('exits with 1 if the folder cannot be created', async () => {
  await writeFile(join(folder, 'file'), '');
  await chmod(join(folder, 'file'), 0o600);
  expect((await run(['keys', join(folder, 'file', 'keys')])).code).toBe(1);
});
