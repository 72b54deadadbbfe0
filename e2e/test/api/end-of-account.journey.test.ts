import { configuration } from '@earshot/proto/http/lead';
import { user } from '@earshot/proto/http/auth';
import { until } from '@earshot/core/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { founder, linkAccount } from '../../src/founder.ts';
import { openProduct } from '../../src/product.ts';
import { Visitor } from '../../src/visitor.ts';

/** Tests the export and the deletion of an account, on any installation. */
const product = await openProduct();
afterAll(() => product.stop());

describe('an account that ends', () => {
  it('gives its data first, signs out everywhere, and leaves its address free', async () => {
    const { visitor, job } = await founder(product.url);
    await linkAccount(visitor, 'leaving_harbour');
    const { email } = await visitor.get(user, '/api/auth/user');
    const second = new Visitor(product.url);
    const credentials = { email, password: 'a quiet harbour' };
    expect((await second.ask('/api/auth/login', { method: 'POST', body: credentials })).status).toBe(200);

    await visitor.confirm();
    const answer = await fetch(`${product.url}/api/auth/user/export`, { headers: { cookie: visitor.cookieHeader } });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(JSON.parse(strFromU8(files['leads.json'] ?? new Uint8Array()))).toHaveLength(job.newLeadsFound);
    expect(strFromU8(files['users.json'] ?? new Uint8Array())).toContain(email);

    expect((await visitor.ask('/api/auth/user', { method: 'DELETE' })).status).toBe(204);
    for (const one of [visitor, second]) expect((await one.ask('/api/auth/user')).status).toBe(401);
    const back = await new Visitor(product.url).ask('/api/auth/login', { method: 'POST', body: credentials });
    expect([back.status, back.body]).toMatchObject([401, { message: 'Invalid email or password' }]);

    const again = new Visitor(product.url);
    const made = await until('the address to be free', async () => {
      const reply = await again.ask('/api/auth/register', { method: 'POST', body: credentials });
      return reply.status === 201 && user.parse(reply.body);
    });
    expect(made.id).not.toBe(visitor.userId);
    expect(await again.get(configuration, '/api/configuration')).toMatchObject({ updatedAt: null });
    expect((await again.ask('/api/leads')).body).toMatchObject({ total: 0 });
    expect((await again.ask('/api/reddit/accounts')).body).toEqual([]);
  });
});
