import { allServices } from '@earshot/all-in-one/services';
import { until, untilWithin } from '@earshot/core/testing';
import { leadList } from '@earshot/proto/http/lead';
import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { withProcess } from '../src/faults/process.ts';
import { founder } from '../src/founder.ts';
import { liveFully } from '../src/full-life.ts';
import { openLive } from '../src/live.ts';
import { type Product, startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { collectionsWith, filesWith } from '../src/traces.ts';
import { newEmail, Visitor } from '../src/visitor.ts';

/** Milliseconds after the answer within which all data must be deleted. */
const allowedMs = 3_000;

/** Waits until no file contains one of the words. On a timeout it fails with the files that do. */
async function cleanFiles(folder: string, words: readonly string[]): Promise<void> {
  const clean = async () => (await filesWith(folder, words)).length === 0;
  await untilWithin(allowedMs, 'clean files', clean, 200).catch(async (late: unknown) => {
    expect(await filesWith(folder, words)).toEqual([]);
    throw late;
  });
}
const password = 'a quiet harbour';

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  product = undefined;
});

const me = z.object({ id: z.string(), email: z.string() });
const whoIs = (visitor: Visitor) => visitor.get(me, '/api/auth/user');

const ask = (visitor: Visitor) => visitor.ask('/api/auth/user', { method: 'DELETE' });
const remove = async (visitor: Visitor) => ask(await visitor.confirm());

describe('DELETE /api/auth/user', () => {
  it('leaves nothing of the account in any file or collection, and everything of others', async () => {
    product = await startProduct({ settings: { SANDBOX_REQUESTS_PER_MINUTE: '100000' } });
    const { url, folder } = product;
    const bystander = await liveFully(product);
    const { total } = await bystander.visitor.get(leadList, '/api/leads');
    const gone = await liveFully(product);
    const second = new Visitor(url);
    await second.ask('/api/auth/login', { method: 'POST', body: { email: gone.email, password } });
    const live = await openLive(second, gone.id);
    const words = [gone.id, gone.email];
    expect(await collectionsWith(product, allServices, words)).not.toEqual([]);

    expect((await remove(gone.visitor)).status).toBe(204);
    const { platformOf } = product;
    await cleanFiles(folder, words);
    expect(await collectionsWith({ platformOf }, allServices, words)).toEqual([]);
    expect(await live.closed).toBe(4401);
    for (const visitor of [gone.visitor, second]) expect((await visitor.ask('/api/auth/user')).status).toBe(401);
    const login = { method: 'POST', body: { email: gone.email, password } };
    expect((await new Visitor(url).ask('/api/auth/login', login)).status).toBe(401);

    expect((await bystander.visitor.get(leadList, '/api/leads')).total).toBe(total);
    expect(await bystander.visitor.get(z.array(z.unknown()), '/api/reddit/messages')).toHaveLength(2);
  });

  it('publishes nothing about the account afterwards, not even the security events that a stop publishes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
    product = await startProduct({ folder });
    const visitor = await Visitor.registered(product.url);
    const { id } = await whoIs(visitor);
    // Equal security events within a minute are published together, when the minute or the process ends.
    for (let time = 0; time < 3; time += 1) await visitor.confirm();
    expect((await ask(visitor)).status).toBe(204);
    await cleanFiles(folder, [id]);
    await product.stop();
    product = undefined;
    expect(await filesWith(folder, [id])).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('frees the address at once for a new account', async () => {
    product = await startProduct();
    const visitor = await Visitor.registered(product.url);
    const { id, email } = await whoIs(visitor);
    await visitor.ask('/api/configuration', { method: 'POST', body: { businessDescription: business } });
    await remove(visitor);
    const made = await visitor.ask('/api/auth/register', { method: 'POST', body: { email, password } });
    expect(made.status).toBe(201);
    expect(me.parse(made.body).id).not.toBe(id);
    expect((await visitor.ask('/api/configuration')).body).toMatchObject({ businessDescription: '' });
    await until('the old account to go', async () => (await filesWith(product?.folder ?? '', [id])).length === 0);
    expect((await visitor.ask('/api/auth/user')).status).toBe(200);
  });

  it('takes who converted out of the public search', async () => {
    product = await startProduct();
    const { folder, platformOf } = product;
    const visitor = new Visitor(product.url);
    const body = { productDescription: business };
    expect((await visitor.ask('/api/public/discover-subreddits', { method: 'POST', body })).status).toBe(200);
    const account = { email: newEmail('searcher'), password };
    const { id } = me.parse((await visitor.ask('/api/auth/register', { method: 'POST', body: account })).body);
    const discovery = allServices.filter(({ name }) => name === 'discovery');
    const named = () => collectionsWith({ platformOf }, discovery, [id]);
    await until('the conversion', async () => (await named()).some((one) => one.includes('public_discovery_cache')));
    expect((await remove(visitor)).status).toBe(204);
    await cleanFiles(folder, [id]);
    expect(await named()).toEqual([]);
  });

  it('ends a scan that runs', async () => {
    product = await startProduct();
    const { folder } = product;
    const visitor = await Visitor.registered(product.url);
    const { id, email } = await whoIs(visitor);
    await visitor.ask('/api/configuration', { method: 'POST', body: { businessDescription: business } });
    for (const name of ['freelance', 'smallbusiness', 'SaaS', 'startups', 'marketing'])
      await visitor.ask('/api/subreddits', { method: 'POST', body: { name } });
    expect((await visitor.ask('/api/leads/scan/start', { method: 'POST' })).status).toBe(202);
    expect((await remove(visitor)).status).toBe(204);
    await cleanFiles(folder, [id, email]);
    expect(await collectionsWith(product, allServices, [id, email])).toEqual([]);
  });

  it('asks for a session, and a second time changes nothing', async () => {
    product = await startProduct();
    expect((await ask(new Visitor(product.url))).status).toBe(401);
    const visitor = await (await Visitor.registered(product.url)).confirm();
    const both = await Promise.all([ask(visitor), ask(visitor)]);
    expect(both.map(({ status }) => status).sort()[0]).toBe(204);
    expect((await ask(visitor)).status).toBe(401);
  });

  it.each([0, 2, 10, 40])('is done after a kill %i ms after the answer, and no log names anybody', async (ms) => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
    const settings = { LOG_LEVEL: 'debug' };
    const words: string[] = [];
    let output = '';
    await withProcess({ folder, settings }, async (earshot) => {
      const gone = await founder(earshot.url);
      const { id, email } = await whoIs(gone.visitor);
      words.push(id, email);
      expect((await remove(gone.visitor)).status).toBe(204);
      await new Promise((resolve) => setTimeout(resolve, ms));
      await earshot.kill();
      output = earshot.output().stdout + earshot.output().stderr;
    });
    await withProcess({ folder, settings }, async (earshot) => {
      const clean = async () => (await filesWith(folder, words)).length === 0;
      await until('clean files', clean, 60_000, 200).catch(async () =>
        expect(await filesWith(folder, words)).toEqual([]),
      );
      output += earshot.output().stdout + earshot.output().stderr;
    });
    expect(words.filter((word) => output.includes(word))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
