import { until } from '@earshot/core/testing';
import { discovery, subredditSuggestion } from '@earshot/proto/http/discovery';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Product } from '../src/product.ts';
import { startProduct } from '../src/product.ts';
import { newEmail, Visitor } from '../src/visitor.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const search = (visitor: Visitor, productDescription: unknown, headers = {}) =>
  visitor.ask('/api/public/discover-subreddits', { method: 'POST', body: { productDescription }, headers });
const stored = z.object({ requestCount: z.number(), convertedUserId: z.string().nullable() });

/** The discovery service's cache entry for a description. */
async function cached(productDescription: string): Promise<z.infer<typeof stored> | null> {
  const { documents } = product.platformOf('discovery');
  const found = await documents.collection('public_discovery_cache').findOne({ productDescription });
  return found === null ? null : stored.parse(found);
}

describe('the search of a visitor, through the door', () => {
  it('becomes a conversion when the same browser registers', async () => {
    const visitor = new Visitor(product.url);
    const description = `Strings for old violins, tried by hand ${randomUUID()}`;
    const answer = await search(visitor, description);
    expect(discovery.parse(answer.body).suggestions.suggestions.length).toBeGreaterThanOrEqual(1);
    expect(visitor.cookieHeader).toMatch(/^earshot_visitor=[0-9a-f-]{36}$/);
    const cookie = visitor.cookieHeader;
    await search(visitor, description);
    expect(visitor.cookieHeader).toBe(cookie);

    const made = await visitor.ask('/api/auth/register', {
      method: 'POST',
      body: { email: newEmail('searcher'), password: 'a quiet harbour' },
    });
    const { id } = z.object({ id: z.string() }).parse(made.body);
    await until('the conversion', async () => (await cached(description))?.convertedUserId === id);
    expect(await cached(description)).toMatchObject({ requestCount: 2 });
  });

  it('stays nobody’s when another browser registers', async () => {
    const visitor = new Visitor(product.url);
    const description = `Bows for old violins ${randomUUID()}`;
    await search(visitor, description);
    const marker = `Cases for old violins ${randomUUID()}`;
    const other = new Visitor(product.url);
    await search(other, marker);
    await other.ask('/api/auth/register', {
      method: 'POST',
      body: { email: newEmail('other'), password: 'a quiet harbour' },
    });
    await until('the other conversion', async () => (await cached(marker))?.convertedUserId !== null);
    expect(await cached(description)).toMatchObject({ convertedUserId: null });
  });

  it('is refused to other sites, and in words that the page expects', async () => {
    const foreign = await search(new Visitor(product.url), 'Strings for violins', { origin: 'https://elsewhere.test' });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'origin.forbidden', success: false } });
    const short = await search(new Visitor(product.url), 'short');
    expect(short).toMatchObject({ status: 400, body: { success: false, error: expect.stringMatching(/at least 10/) } });
  });

  it('has a limit a minute, whatever address a header claims', async () => {
    const claims = { 'x-earshot-visitor': '203.0.113.7', 'x-forwarded-for': '203.0.113.8' };
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      statuses.push((await search(new Visitor(product.url), 'Strings for violins', claims)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('suggestions for signed-in users', () => {
  it('are what the source finds; nobody else may ask', async () => {
    const user = await Visitor.registered(product.url);
    const found = await user.get(z.array(subredditSuggestion), '/api/subreddits/suggestions?query=business&limit=20');
    expect(found.length).toBeGreaterThan(0);
    const nobody = await new Visitor(product.url).ask('/api/subreddits/suggestions?query=business');
    expect(nobody).toMatchObject({ status: 401, body: { code: 'auth.unauthorized' } });
  });
});

describe('the waitlist, through the door', () => {
  it('takes an address once', async () => {
    const visitor = new Visitor(product.url);
    const email = newEmail('waiting');
    const join = (body: unknown) => visitor.ask('/api/waitlist/signup', { method: 'POST', body });
    expect(await join({ email })).toMatchObject({ status: 201, body: { email, source: 'landing' } });
    const again = await join({ email: email.toUpperCase() });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringMatching(/already on the waitlist/) } });
    expect(await join({ email: ' ' })).toMatchObject({ status: 400, body: { message: 'Email is required' } });
  });
});
