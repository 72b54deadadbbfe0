import { authService } from '@earshot/auth';
import { leadService } from '@earshot/lead';
import { outreachService } from '@earshot/outreach';
import { newId } from '@earshot/core';
import { startTestServices, type TestServices } from '@earshot/testing';
import { authContract, confirmContract, outreachContract, ownFactorContract } from '@earshot/proto/http';
import { user } from '@earshot/proto/http/auth';
import { redditAccount } from '@earshot/proto/http/outreach';
import { sandboxService } from '@earshot/sandbox';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import { run } from './operate.ts';

let folder: string;
let services: TestServices;
const file = () => join(folder, 'sealing-keys.json');

const start = async () => {
  const all = [sandboxService, authService, leadService, outreachService];
  services = await startTestServices(all, { folder, mongo: null });
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-reseal-'));
  await start();
});
afterEach(async () => {
  await services.stop().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

/** Links a sandbox account as the web page does. Resolves to the account's id. */
async function link(userId: string, account: string): Promise<string> {
  const headers = { 'x-earshot-origin': 'http://localhost:8080' };
  const begun = await services.fetch(outreachContract.linkAccount, { userId, headers });
  const { searchParams } = new URL(begun.headers.get('location') ?? '');
  const form = new URLSearchParams([...searchParams, ['account', account], ['authorize', 'Allow']]);
  const url = `${services.urlOf('sandbox')}/api/v1/authorize`;
  const agreed = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  const query = Object.fromEntries(new URL(agreed.headers.get('location') ?? '').searchParams);
  await services.fetch(outreachContract.finishLink, { userId, query });
  const { body } = await services.fetch(outreachContract.listAccounts, { userId });
  return z.array(redditAccount).parse(body)[0]?.id ?? '';
}

const accounts = () => services.platformOf('outreach').documents.collection('reddit_accounts');
const unlink = async (userId: string, id: string) => {
  const before = await accounts().countDocuments({});
  const answer = await services.fetch(outreachContract.unlinkAccount, { userId, params: { id } });
  return [answer.status, before - (await accounts().countDocuments({}))];
};
const tokens = async () => {
  const stored = services.platformOf('outreach').documents.collection('reddit_accounts');
  return z
    .array(z.object({ accessToken: z.string(), refreshToken: z.string() }))
    .parse(await stored.find({}).toArray());
};
const keyIds = async () => {
  const sealed = (await tokens()).flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]);
  return new Set(sealed.map((token) => token.split('.')[0]));
};
const current = async () => z.object({ current: z.string() }).parse(JSON.parse(await readFile(file(), 'utf8'))).current;
const reseal = (...args: string[]) => run(['reseal', ...args], { EARSHOT_DATA: folder });

describe('npm run keys -- rotate, npm run reseal', () => {
  it('re-encrypt the tokens of all accounts with a new key while Earshot runs, and the tokens still work', async () => {
    const users = [newId(), newId(), newId()];
    const ids = await Promise.all(users.map((userId, number) => link(userId, `shop_${number}`)));
    const before = await tokens();
    const old = await current();
    expect(await keyIds()).toEqual(new Set([old]));

    const rotated = await run(['keys', 'rotate', file()]);
    expect(rotated).toMatchObject({ code: 0, lines: [expect.stringContaining(await current())] });
    expect(await current()).not.toBe(old);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    await services.stop();
    await start();
    // Tokens under the old key are still readable: linking again finds the same account.
    expect(await link(users[0] ?? '', 'shop_0')).toBe(ids[0]);
    expect(await keyIds()).toEqual(new Set([old, await current()]));

    const first = await reseal();
    expect([first.code, first.lines.join()]).toEqual([
      0,
      expect.stringMatching(/^resealed 2 accounts of .*, 1 already/),
    ]);
    expect(await keyIds()).toEqual(new Set([await current()]));
    expect(await tokens()).not.toEqual(before);
    const second = await reseal('--drop-old');
    expect([second.code, second.lines]).toEqual([
      0,
      [expect.stringMatching(/^resealed 0 accounts of .*, 3 already/), 'dropped 1 old keys'],
    ]);
    await services.stop();
    await start();
    expect(await unlink(users[1] ?? '', ids[1] ?? '')).toEqual([204, 1]);
  });

  it('re-encrypt the secrets of authenticator apps, whose codes then still work', async () => {
    const body = { email: 'app@example.test', password: 'correct horse' };
    const { id } = user.parse((await services.fetch(authContract.register, { userId: null, body })).body);
    const begun = ownFactorContract.beginTotp.response.parse(
      (await services.fetch(ownFactorContract.beginTotp, { userId: id })).body,
    );
    const code = (ms: number) => new TOTP({ secret: begun.secret }).generate({ timestamp: Date.now() + ms });
    const setUp = { setup: begun.setup, code: code(0) };
    expect((await services.fetch(ownFactorContract.setTotp, { userId: id, body: setUp })).status).toBe(200);
    await run(['keys', 'rotate', file()]);
    const done = await reseal('--drop-old');
    expect([done.code, done.lines]).toEqual([
      0,
      expect.arrayContaining(['resealed 1 authenticator apps, 0 already used the current key', 'dropped 1 old keys']),
    ]);
    await services.stop();
    await start();
    const confirmed = await services.fetch(confirmContract.confirmSession, {
      userId: id,
      body: { code: code(30_000) },
    });
    expect(confirmed.status).toBe(200);
  });

  it('report tokens that cannot be decrypted and keep all keys', async () => {
    await link(newId(), 'lost_shop');
    await services.stop();
    await writeFile(
      file(),
      JSON.stringify({ current: 'other', keys: { other: Buffer.alloc(32, 7).toString('base64') } }),
    );
    const refused = await reseal('--drop-old');
    expect(refused.code).toBe(1);
    expect(refused.lines.join('\n')).toMatch(/UNREADABLE 1 accounts[^]*No key was dropped/);
    expect(await current()).toBe('other');
  });

  it.each([
    [['reseal', 'all'], 'unknown argument "all"'],
    [['reseal', '--drop-old', 'now'], 'unknown argument "now"'],
    [['keys', 'rotate'], 'rotate needs a FILE'],
    [['keys', 'rotate', 'a', 'b'], 'unknown argument "b"'],
  ])('prints the usage for %j', async (args, line) => {
    const { code, lines } = await run(args, { EARSHOT_DATA: folder });
    expect([code, lines[0]]).toEqual([2, line]);
  });

  it('name the missing setting or file', async () => {
    expect(await run(['reseal'], {})).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('Using the data folder'), expect.stringContaining('There is no Earshot data')],
    });
    expect(await run(['reseal'], { MONGODB_URL: 'mongodb://127.0.0.1:1' })).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('SEALING_KEYS_FILE is missing')],
    });
    const wrong = join(folder, 'wrong.json');
    const rotate = async () => (await run(['keys', 'rotate', wrong])).lines.join();
    expect(await rotate()).toMatch(
      /wrong\.json is not a file of sealing keys \(there is no such file\): name the file/,
    );
    await writeFile(wrong, 'no keys');
    expect(await rotate()).toMatch(/wrong\.json is not a file of sealing keys \(.*JSON.*\): name the file/);
  });
});
