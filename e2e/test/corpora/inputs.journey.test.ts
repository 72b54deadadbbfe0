import { contracts, type Endpoint, errorBody } from '@earshot/proto/http';
import { examples } from '@earshot/proto/http/examples';
import { configuration, leadList } from '@earshot/proto/http/lead';
import { user } from '@earshot/proto/http/auth';
import {
  nosqlIds,
  nosqlQueries,
  nosqlTexts,
  nosqlValues,
  prototypeBodies,
  prototypeQueries,
} from '@earshot/testing/corpora';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Founder, founder } from '../../src/founder.ts';
import { makeAdmin } from '../../src/make-admin.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { speak } from '../../src/speak.ts';
import { newEmail, Visitor } from '../../src/visitor.ts';

const calls = Object.entries(contracts).filter(([, { callers }]) => callers.includes('gateway'));
const form = z.record(z.string(), z.unknown());
/** The calls with a body, and a valid one. */
const forms = calls.flatMap(([name, endpoint]) => {
  const body = form.safeParse(examples[name]?.body);
  return body.success ? [{ endpoint, body: body.data }] : [];
});
const withId = calls.flatMap(([, endpoint]) => (endpoint.path.includes('/:') ? [endpoint] : []));
const lists = calls.flatMap(([, endpoint]) =>
  endpoint.method === 'GET' && !endpoint.path.includes('/:') ? [endpoint] : [],
);
const queries = [...nosqlQueries.map(({ query }) => query), ...prototypeQueries];
/** A fifth of the calls, another one for each turn. */
const shareOf = <T>(all: readonly T[], turn: number) => all.filter((_, at) => at % 5 === turn % 5);
const stores = [
  ['lead', 'Configuration'],
  ['lead', 'Subreddit'],
  ['auth', 'UserPreferences'],
] as const;

let product: Product;
let witness: Founder;
let admin: Visitor;
let own: unknown;
/** The witness's data as the API returns it. */
const ownData = () =>
  Promise.all(
    ['/api/leads?limit=100', '/api/configuration', '/api/subreddits', '/api/user-preferences', '/api/auth/user'].map(
      async (path) => (await witness.visitor.ask(path)).body,
    ),
  );

beforeAll(async () => {
  product = await startProduct();
  witness = await founder(product.url);
  own = await ownData();
  const email = newEmail('admin');
  admin = await Visitor.registered(product.url, email);
  await makeAdmin(product, email, async (path) => (await admin.ask(path)).status);
  await admin.confirm();
});
afterAll(async () => {
  expect(await ownData()).toEqual(own);
  await product.stop();
});

/** Calls as the administrator without keeping cookies, because sign-ins are among the calls. */
async function send({ method, path }: Pick<Endpoint, 'method' | 'path'>, body?: string) {
  const headers = { cookie: admin.cookieHeader, 'content-type': 'application/json' };
  const answer = await fetch(product.url + path.replace(/:\w+/g, 'no-such-thing'), {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

describe('an operator in place of a field', () => {
  it('is tried in the calls of every service that takes a body', () => {
    expect([...new Set(forms.map(({ endpoint }) => endpoint.service))].toSorted()).toEqual(
      ['auth', 'discovery', 'gateway', 'lead', 'outreach', 'scan'].toSorted(),
    );
  });

  it.each(nosqlValues.map((value) => [JSON.stringify(value), value] as const))('%s is refused', async (_, value) => {
    for (const { endpoint, body } of shareOf(forms, nosqlValues.indexOf(value))) {
      for (const field of Object.keys(body)) {
        const { status, text } = await send(endpoint, JSON.stringify({ ...body, [field]: value }));
        const sent = `${endpoint.method} ${endpoint.path} ${field}`;
        expect([sent, status]).toEqual([sent, 400]);
        expect(Object.keys(errorBody.parse(JSON.parse(text)).fields ?? {})[0]).toMatch(new RegExp(`^${field}`));
      }
    }
  });

  it.each(nosqlTexts)('the text %j is a text', async (text) => {
    for (const { endpoint, body } of shareOf(forms, nosqlTexts.indexOf(text))) {
      if (endpoint.path === '/api/auth/register') continue;
      for (const field of Object.keys(body)) {
        const { status } = await send(endpoint, JSON.stringify({ ...body, [field]: text }));
        expect([endpoint.path, field, status < 500]).toEqual([endpoint.path, field, true]);
      }
    }
    const saved = { method: 'POST', body: { businessDescription: text } };
    expect((await admin.get(configuration, '/api/configuration', saved)).businessDescription).toBe(text);
    const { status } = await send(
      { method: 'POST', path: '/api/auth/login' },
      JSON.stringify({ email: text, password: text }),
    );
    expect([400, 401, 429]).toContain(status);
  });
});

describe('an operator in an address', () => {
  it.each(nosqlQueries)('?$query is $expected', async ({ query, expected }) => {
    const { visitor } = witness;
    const { status, body } = await visitor.ask(`/api/leads?${query}`);
    if (expected === 'refused') expect(status).toBe(400);
    else if (expected === 'none') expect(leadList.parse(body).leads).toEqual([]);
    else expect(body).toEqual((await visitor.ask('/api/leads')).body);
  });

  it.each(queries)('no list fails with ?%s', async (query) => {
    for (const { method, path } of shareOf(lists, queries.indexOf(query))) {
      const { status } = await send({ method, path: `${path}?${query}` });
      expect([path, status < 500]).toEqual([path, true]);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each(nosqlIds)('the id %s names nothing', async (id) => {
    for (const { method, path } of withId) {
      const target = path.replace(/:\w+/g, id);
      const head = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nCookie: ${admin.cookieHeader}\r\n`;
      const body = path.endsWith('/disable') ? '{"disabled":true}' : bodyOf(method, path);
      const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
      const answer = await speak(product.url, head + rest);
      expect([target, answer.slice(0, 12)]).toEqual([target, 'HTTP/1.1 404']);
    }
  });
});

const bodyOf = (method: string, path: string) =>
  JSON.stringify(forms.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)?.body ?? {});

describe('a body that reaches for the prototype or for fields of the store', () => {
  it.each(prototypeBodies)('%s changes nothing beyond its form', async (body) => {
    for (const { endpoint } of shareOf(forms, prototypeBodies.indexOf(body))) {
      const { status } = await send(endpoint, body);
      expect([endpoint.path, status < 500]).toEqual([endpoint.path, true]);
    }
    const email = newEmail('polluter');
    const fields = JSON.stringify({ email, password: 'a quiet harbour', name: 'startups' }).slice(1);
    const visitor = new Visitor(product.url);
    const post = (path: string) => visitor.ask(path, { method: 'POST', body: `${body.slice(0, -1)},${fields}` });
    const made = user.parse((await post('/api/auth/register')).body);
    expect([made.isAdmin, made.isEmailVerified, made.id === 'polluted']).toEqual([false, false, false]);
    for (const path of ['/api/configuration', '/api/user-preferences', '/api/subreddits', '/api/waitlist/signup']) {
      const reply = await post(path);
      expect([path, reply.status < 300, JSON.stringify(reply.body)]).toEqual([
        path,
        true,
        expect.not.stringContaining('polluted"'),
      ]);
    }
    expect([Object.keys(Object.prototype), Object.keys(Object)]).toEqual([[], []]);
    expect((await visitor.ask('/api/admin/dashboard')).status).toBe(403);
    for (const [service, model] of stores) {
      const stored = await product.platformOf(service).documents.model(model).find({ userId: made.id }).lean();
      expect(stored).toHaveLength(1);
      expect(JSON.stringify(stored)).not.toMatch(/polluted|isAdmin|isEmailVerified|proto|constructor/);
    }
  });
});
