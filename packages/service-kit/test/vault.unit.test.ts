import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSealingKey, dropOldSealingKeys, makeSealingKeys, readSealingKeys } from '../src/vault/sealing-keys.ts';
import { vaultOf } from '../src/vault/vault.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-vault-'));
  file = join(folder, 'sealing.json');
  await makeSealingKeys(file);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const vault = async () => vaultOf(await readSealingKeys(file));

describe('a vault', () => {
  it('opens what it sealed, for the same purpose alone', async () => {
    const { seal, open } = await vault();
    const sealed = seal('geheim ✓', 'tokens of a1');
    expect(sealed).not.toContain('geheim');
    expect(open(sealed, 'tokens of a1')).toBe('geheim ✓');
    expect(open(sealed, 'tokens of a2')).toBeNull();
    expect(seal('geheim ✓', 'tokens of a1')).not.toBe(sealed);
  });

  it('opens nothing that was changed, cut or made up', async () => {
    const { seal, open } = await vault();
    const sealed = seal('secret', 'p');
    const [id = '', body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(open(`${id}.${changed.toString('base64url')}`, 'p')).toBeNull();
    }
    for (const wrong of ['', '.', 'x.y', sealed.slice(0, 20), `other.${body}`, body]) {
      expect(open(wrong, 'p')).toBeNull();
    }
  });

  it('opens older texts after a rotation and knows them as stale, until the old key is dropped', async () => {
    const old = (await vault()).seal('secret', 'p');
    await addSealingKey(file);
    const rotated = await vault();
    expect([rotated.open(old, 'p'), rotated.isStale(old)]).toEqual(['secret', true]);
    const renewed = rotated.seal('secret', 'p');
    expect(rotated.isStale(renewed)).toBe(false);
    expect(await dropOldSealingKeys(file)).toBe(1);
    const last = await vault();
    expect([last.open(old, 'p'), last.open(renewed, 'p')]).toEqual([null, 'secret']);
  });
});

describe('the file of the keys', () => {
  it('is made once, for its owner alone', async () => {
    const before = await readFile(file, 'utf8');
    expect(await makeSealingKeys(file)).toBe(false);
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is named with what is wrong when it cannot be used', async () => {
    await expect(readSealingKeys(join(folder, 'none.json'))).rejects.toThrow(
      /SEALING_KEYS_FILE.*there is no such file.*none\.json/,
    );
    await writeFile(file, '{"current":"a","keys":{"b":"short"}}');
    await expect(readSealingKeys(file)).rejects.toThrow(/32 bytes in base64/);
  });
});
