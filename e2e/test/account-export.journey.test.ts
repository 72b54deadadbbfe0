import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ownFactorContract } from '@earshot/proto/http/auth-own-factors';
import { strFromU8, unzipSync } from 'fflate';
import { TOTP } from 'otpauth';
import { z } from 'zod';
import { type Founder, founder, linkAccount } from '../src/founder.ts';
import { type Product, startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const path = '/api/auth/user/export';
/** Sets up an authenticator app, which also makes recovery codes. */
async function setUpApp(visitor: Visitor): Promise<void> {
  const { path: factor, response } = ownFactorContract.beginTotp;
  const { secret, setup } = await visitor.get(response, factor, { method: 'POST' });
  const body = { setup, code: new TOTP({ secret }).generate() };
  expect((await visitor.ask(factor, { method: 'PUT', body })).status).toBe(200);
}

const rows = z.array(z.looseObject({ id: z.unknown() }));

describe('GET /api/auth/user/export', () => {
  let product: Product;
  let member: Founder;
  let files: Map<string, z.infer<typeof rows>>;
  let bytes: Uint8Array;
  let answer: Response;
  beforeAll(async () => {
    product = await startProduct();
    await founder(product.url);
    member = await founder(product.url);
    await linkAccount(member.visitor, 'quiet_shop');
    await member.visitor.ask('/api/user-preferences', { method: 'POST', body: { maxLeadsPerDay: 500 } });
    await member.visitor.ask('/api/lead-views', { method: 'POST', body: { name: 'Mine', filters: {} } });
    await setUpApp(await member.visitor.confirm());
    answer = await fetch(product.url + path, { headers: { cookie: member.visitor.cookieHeader } });
    bytes = new Uint8Array(await answer.arrayBuffer());
    const all = Object.entries(unzipSync(bytes));
    files = new Map(all.map(([name, content]) => [name, rows.parse(JSON.parse(strFromU8(content)))]));
  });
  afterAll(() => product.stop());

  it('is a zip with one file an entity', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="earshot-\d{4}-\d\d-\d\d\.zip"$/);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'users.json',
        'user_preferences.json',
        'leads.json',
        'subreddits.json',
        'configurations.json',
        'lead_views.json',
        'scan_jobs.json',
        'reddit_accounts.json',
        'second_factors.json',
      ]),
    );
  });

  it('holds all that is kept of the user, and nothing of others', () => {
    const { userId } = member.visitor;
    expect(files.get('users.json')).toMatchObject([{ id: userId }]);
    expect(files.get('leads.json')).toHaveLength(member.job.newLeadsFound);
    expect(files.get('lead_views.json')).toMatchObject([{ views: [{ name: 'Mine', filters: {} }] }]);
    expect(files.get('reddit_accounts.json')).toMatchObject([{ username: 'quiet_shop' }]);
    for (const [name, all] of files) {
      for (const one of all) expect([name, one['userId'] ?? one.id]).toEqual([name, userId]);
    }
  });

  it('holds no secrets and nothing for machines', () => {
    const fields = [...files.values()].flat().flatMap((one) => Object.keys(one));
    for (const secret of [
      'passwordHash',
      'accessToken',
      'refreshToken',
      'outbox',
      'outboxAt',
      'sid',
      'totp',
      'recoveryCodes',
    ])
      expect(fields).not.toContain(secret);
  });

  it('contains texts with any characters', async () => {
    const visitor = await Visitor.registered(product.url);
    const businessDescription = 'Lines\u2028and paragraphs\u2029\u0085 of other systems\r\nand ours';
    await visitor.ask('/api/configuration', { method: 'POST', body: { businessDescription } });
    await visitor.confirm();
    const whole = await fetch(product.url + path, { headers: { cookie: visitor.cookieHeader } });
    const content = unzipSync(new Uint8Array(await whole.arrayBuffer()))['configurations.json'];
    expect(JSON.parse(strFromU8(content ?? new Uint8Array()))).toMatchObject([{ businessDescription }]);
  });

  it('is there six times an hour', async () => {
    const visitor = await (await Visitor.registered(product.url)).confirm();
    for (let times = 0; times < 6; times += 1) expect((await visitor.ask(path)).status).toBe(200);
    const refused = await visitor.ask(path);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3_000]).toEqual([429, true]);
  });
});
