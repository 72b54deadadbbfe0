import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { discoveryContract } from '@earshot/proto/http';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesOf, noon, refusal, startDiscovery, suggestionsOf } from './support.ts';

const world = await startDiscovery();
afterAll(() => world.stop());

const publishedOf = (hash: string) =>
  world.published.filter((event) => event.what === 'requested' && event.hash === hash);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a public search', () => {
  it('answers with communities and a cookie that names the visitor for thirty days', async () => {
    const answer = await world.search('Bookkeeping software for small shops');
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const { targetAudience, productCategory, suggestions } = suggestionsOf(answer);
    expect(namesOf(answer)).toContain('Bookkeeping');
    expect(productCategory).toBe('Accounting & Invoicing');
    expect(targetAudience).toBe('Small shops.');
    for (const one of suggestions) expect(one.members).toMatch(/^(?:over \d+[KM] members|size not known)$/);
    const cookie = answer.headers.get('set-cookie');
    expect(cookie).toMatch(/^earshot_visitor=[0-9a-f-]{36}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('recognizes a visitor, and ignores ids that it did not issue', async () => {
    const { visitor } = await world.search('Bookkeeping software for small shops');
    expect((await world.search('Bookkeeping for florists', { visitor })).visitor).toBe(visitor);
    const forged = await world.search('Bookkeeping for florists', { visitor: 'admin"; drop' });
    expect(forged.visitor).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of 10 and of 500 characters is served', async () => {
    expect(await world.search('dog foods!')).toMatchObject({ status: 200 });
    expect(await world.search('y'.repeat(500))).toMatchObject({ status: 200 });
  });

  it('is published as an event with only hashes and names, once for each request, also from the cache', async () => {
    const description = 'Wooden toys for toddlers, made by hand';
    const first = await world.search(description);
    const second = await world.search('  wooden TOYS for   toddlers, made by hand');
    expect(second.body).toEqual(first.body);
    const hash = sha256('wooden toys for toddlers, made by hand');
    const events = await until('two events', () => publishedOf(hash).length === 2 && publishedOf(hash));
    expect(events.map(({ visitor }) => visitor).sort()).toEqual([first.visitor, second.visitor].sort());
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
    const { productCategory } = suggestionsOf(first);
    expect(events[0]).toMatchObject({ category: productCategory, communities: namesOf(first), modelCalled: false });
    expect(JSON.stringify(events)).not.toMatch(/toys/i);
    expect(await world.stored(description)).toMatchObject({
      descriptionHash: hash,
      requestCount: 2,
      convertedUserId: null,
      convertedAt: null,
    });
  });

  it('twenty times at once is one document, twenty requests and twenty events', async () => {
    const description = 'Glazes and clay for studio potters';
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.search(description)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await world.models().discovery.countDocuments({ productDescription: description }).exec()).toBe(1);
    expect(await world.stored(description)).toMatchObject({ requestCount: 20 });
    await until('twenty events', () => publishedOf(sha256(description.toLowerCase())).length === 20);
  });
});

describe('the limits of an address', () => {
  it('are ten searches a minute, in words that the page expects', async () => {
    const ip = '192.0.2.1';
    for (let n = 0; n < 10; n += 1)
      expect(await world.search(`Search number ${n}`, { ip })).toMatchObject({ status: 200 });
    const refused = await world.search('Search number 10', { ip });
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate.limited' } });
    expect(refusal.parse(refused.body).error).toBe(refusal.parse(refused.body).message);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await world.search('Search number 10', { ip: '192.0.2.2' })).toMatchObject({ status: 200 });
    expect(await world.search('short', { ip })).toMatchObject({ status: 400 });
    world.setTime(new Date(noon.getTime() + 61_000));
    expect(await world.search('Search number 10', { ip })).toMatchObject({ status: 200 });
  });

  it('are a hundred searches a day', async () => {
    const ip = '192.0.2.3';
    for (let minute = 0; minute < 10; minute += 1) {
      world.setTime(new Date(noon.getTime() + 3_600_000 + minute * 61_000));
      for (let n = 0; n < 10; n += 1) expect((await world.search('The same again', { ip })).status).toBe(200);
    }
    world.setTime(new Date(noon.getTime() + 3 * 3_600_000));
    const refused = await world.search('The same again', { ip });
    expect(refused).toMatchObject({ status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
    world.setTime(new Date(noon.getTime() + 26 * 3_600_000));
    expect(await world.search('The same again', { ip })).toMatchObject({ status: 200 });
  });
});

describe('descriptions behind hashes', () => {
  const describeRequests = (body: unknown, issuer: 'analytics' | 'gateway' | null) =>
    world.services.fetch(discoveryContract.describeRequests, {
      userId: issuer === null ? null : newId(),
      ...(issuer !== null && { issuer }),
      body,
    });

  it('are returned to analytics, without unknown ones', async () => {
    const description = 'Saddles for Icelandic horses';
    await world.search(description);
    const hash = sha256(description.toLowerCase());
    const answer = await describeRequests({ hashes: [hash, sha256('nobody asked')] }, 'analytics');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual([{ hash, productDescription: description, requestCount: 1, converted: false }]);
  });

  it('are returned to no other service', async () => {
    expect(await describeRequests({ hashes: [] }, null)).toMatchObject({ status: 401 });
    expect(await describeRequests({ hashes: [] }, 'gateway')).toMatchObject({ status: 403 });
    expect(await describeRequests({ hashes: 'all' }, 'analytics')).toMatchObject({ status: 400 });
  });
});

describe('after a restart', () => {
  it('a description is still known and counted, behind https with a secure cookie', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
    const description = 'Repair kits for old fountain pens';
    const before = await startDiscovery({ folder });
    const first = await before.search(description);
    await before.stop();
    const after = await startDiscovery({ folder, settings: { EARSHOT_URL: 'https://earshot.example' } });
    try {
      const again = await after.search(description, { visitor: first.visitor });
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('set-cookie')).toMatch(/; Secure$/);
      expect(await after.stored(description)).toMatchObject({ requestCount: 2 });
    } finally {
      await after.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
