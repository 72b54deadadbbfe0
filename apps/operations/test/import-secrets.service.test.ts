import { readSealingKeys, vaultOf } from '@earshot/service-kit';
import { makeSealingKeys } from '@earshot/service-kit/operations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { missingFiles, mustHaveKeys } from '../../all-in-one/src/check-folder.ts';
import { withDocuments } from './data-folder.ts';
import { run } from './operate.ts';

const keyFile = 'sealing-keys.json';
let place: string;
let folder: string;
let file: string;

/** The accounts, second factors and notifications of a folder. */
const contentOf = (of: string) =>
  withDocuments(of, async (client) => ({
    accounts: await client.db('outreach').collection('reddit_accounts').find().toArray(),
    factors: await client.db('auth').collection('second_factors').find().toArray(),
    notifications: await client.db('outreach').collection('notifications').find().toArray(),
  }));

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'earshot-secrets-'));
  folder = join(place, 'data');
  file = join(place, 'all.gz');
  await mkdir(folder);
  await makeSealingKeys(join(folder, keyFile));
  const vault = vaultOf(await readSealingKeys(join(folder, keyFile)));
  const account = { userId: 'ada', username: 'quiet_shop', usernameKey: 'quiet_shop', source: 'sample' };
  await withDocuments(folder, async (client) => {
    const accounts = client.db('outreach').collection<{ _id: string; createdAt: Date }>('reddit_accounts');
    const tokens = { accessToken: vault.seal('token', 'any'), refreshToken: null };
    const stored = { _id: 'account', ...account, ...tokens, createdAt: new Date() };
    await accounts.insertOne(stored);
    const factors = client
      .db('auth')
      .collection<{ _id: string; userId: string; totp: object; recoveryCodes: string[] }>('second_factors');
    const totp = { sealed: vault.seal('secret', 'any'), usedStep: 1 };
    await factors.insertOne({ _id: 'ada', userId: 'ada', totp, recoveryCodes: ['digest'] });
  });
  const exported = await run(['export', file], { EARSHOT_DATA: folder });
  expect([exported.code, exported.lines.join('\n')]).toEqual([
    0,
    expect.stringContaining('not in the file: sealing-keys.json'),
  ]);
});
afterAll(() => rm(place, { recursive: true, force: true }));

let copies = 0;
const newFolder = () => join(place, `copy-${(copies += 1)}`);

describe('an archive with linked accounts and authenticator apps', () => {
  it('says in its first line that it lacks the sealing keys', async () => {
    const [first = ''] = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    expect(first).toContain('sealing-keys.json');
  });

  it('is not imported without its keys, and nothing is written', async () => {
    const other = newFolder();
    const { code, lines } = await run(['import', file], { EARSHOT_DATA: other });
    expect(code).toBe(1);
    expect(lines.join()).toContain('The file holds authenticator apps (1) and linked accounts (1)');
    expect(lines.join()).toContain(`copy it to ${join(other, keyFile)}, or give them up with --without-secrets`);
    expect(existsSync(other)).toBe(false);
  });

  it('is not imported with the keys of another installation', async () => {
    const other = newFolder();
    await mkdir(other);
    await makeSealingKeys(join(other, keyFile));
    expect(await run(['import', file], { EARSHOT_DATA: other })).toMatchObject({ code: 1 });
    expect(existsSync(join(other, 'documents.sqlite'))).toBe(false);
  });

  it('is imported whole with its keys', async () => {
    const other = newFolder();
    await mkdir(other);
    await copyFile(join(folder, keyFile), join(other, keyFile));
    expect(await run(['import', file], { EARSHOT_DATA: other })).toMatchObject({ code: 0 });
    const { accounts, factors, notifications } = await contentOf(folder);
    expect(await contentOf(other)).toEqual({ accounts, factors, notifications });
  });

  it('is imported without its secrets if they are given up, and the owners are notified', async () => {
    const other = newFolder();
    expect(await run(['import', file, '--without-secrets'], { EARSHOT_DATA: other })).toMatchObject({ code: 0 });
    const { accounts, factors, notifications } = await contentOf(other);
    expect(accounts).toEqual([]);
    expect(factors).toEqual([{ _id: 'ada', userId: 'ada', recoveryCodes: ['digest'] }]);
    const expected = ['The link to quiet_shop ended', 'Your authenticator app was removed'].map((title) =>
      expect.objectContaining({ userId: 'ada', kind: 'access-lost', title }),
    );
    expect(notifications).toHaveLength(2);
    expect(notifications).toEqual(expect.arrayContaining(expected));
  });
});

it('a folder that lost its sealing keys is not started with new ones, unless it needs none', async () => {
  const lost = newFolder();
  await run(['import', file, '--without-secrets'], { EARSHOT_DATA: lost });
  await withDocuments(lost, () => mustHaveKeys(join(lost, keyFile)));
  await rm(join(folder, keyFile));
  await withDocuments(folder, async () => {
    await expect(mustHaveKeys(join(folder, keyFile))).rejects.toThrow(
      `sealing-keys.json is missing in ${folder}, and linked accounts (1) and authenticator apps (1) cannot be read without it`,
    );
  });
});

it('the start names files that a used folder lacks, and none of a new or an imported one', async () => {
  const used = newFolder();
  expect(missingFiles(used)).toEqual([]);
  await run(['import', file, '--without-secrets'], { EARSHOT_DATA: used });
  expect(missingFiles(used)).toEqual([]);
  await writeFile(join(used, 'service-keys.json'), '{}');
  const inUsed = (name: string): unknown => expect.stringContaining(`${name} in ${used}`);
  expect(missingFiles(used)).toEqual([inUsed('bus.sqlite'), inUsed('security-log.key')]);
  await rm(join(used, 'documents.sqlite'));
  expect(missingFiles(used)).toHaveLength(3);
});
