import { contracts, type Endpoint, errorBody } from '@earshot/proto/http';
import { examples } from '@earshot/proto/http/examples';
import { maxBodyBytes } from '@earshot/proto/values';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAdmin } from '../../src/make-admin.ts';
import { type OpenProduct, openProduct } from '../../src/product.ts';
import { newEmail, type Reply, Visitor } from '../../src/visitor.ts';

/** Tests behaviour that all calls share. The table is built from the contracts, so new calls are covered. */
const calls = Object.entries(contracts).filter(([, { callers }]) => callers.includes('gateway'));
const label = ({ method, path }: Endpoint) => `${method} ${path}`;
const table = (wanted: (endpoint: Endpoint) => boolean) =>
  calls.flatMap(([, endpoint]): [string, Endpoint][] => (wanted(endpoint) ? [[label(endpoint), endpoint]] : []));

const takesBody = (endpoint: Endpoint) => Object.keys(shapeOf(endpoint)).length > 0;
const shapeOf = ({ body }: Endpoint): object =>
  'shape' in body && typeof body.shape === 'object' ? (body.shape ?? {}) : {};
/** Nobody can become an administrator of a product that was running before. */
const canHaveAdmin = (process.env['PRODUCT_URL'] ?? '') === '';
const canReach = ({ access }: Endpoint) => access !== 'admin' || canHaveAdmin;
const readsBody = (endpoint: Endpoint) => takesBody(endpoint) && canReach(endpoint);
const ignoresBody = (endpoint: Endpoint) => endpoint.ignoresBody && canReach(endpoint);
const changesState = ({ method }: Endpoint) => method !== 'GET';
const hasId = ({ path }: Endpoint) => path.includes('/:');
const pathOf = ({ path }: Endpoint) => path.replace(/:\w+/g, 'nothing-of-this-name');

/** A valid body: where the path names an object that does not exist, only the object is missing. */
function rightBody(endpoint: Endpoint): unknown {
  const [name = ''] = calls.find(([, one]) => one === endpoint) ?? [];
  const body = examples[name]?.body;
  if (takesBody(endpoint) && body === undefined) throw new Error(`proto/http/examples has no body for ${name}`);
  return body;
}

let product: OpenProduct;
let visitor: Visitor;
let member: Visitor;
let admin: Visitor;
/** The visitor who may make the call. */
const callerOf = ({ access }: Endpoint) => (access === 'admin' ? admin : member);

beforeAll(async () => {
  const opened = await openProduct();
  product = opened;
  visitor = new Visitor(product.url);
  member = await (await Visitor.registered(product.url)).confirm();
  if (!('platformOf' in opened)) return;
  const email = newEmail('admin');
  admin = await Visitor.registered(product.url, email);
  await makeAdmin(opened, email, async (path) => (await admin.ask(path)).status);
  await admin.confirm();
});
afterAll(() => product.stop());

function expectError({ status, body }: Reply, wanted: { status: number; code: string }) {
  expect({ status, body: errorBody.parse(body) }).toMatchObject({ status: wanted.status, body: { code: wanted.code } });
}

describe('without a session', () => {
  it.each(table(({ access }) => access !== 'public'))('%s is 401', async (_label, endpoint) => {
    const reply = await visitor.ask(pathOf(endpoint), { method: endpoint.method });
    expectError(reply, { status: 401, code: 'auth.unauthorized' });
  });
});

describe('in a session that is not confirmed', () => {
  it.each(table(({ confirm, access }) => confirm && access !== 'admin'))('%s is 403', async (_label, endpoint) => {
    const unconfirmed = await Visitor.registered(product.url);
    const reply = await unconfirmed.ask(pathOf(endpoint), { method: endpoint.method });
    expectError(reply, { status: 403, code: 'auth.confirm' });
  });
});

describe('for somebody who is no administrator', () => {
  it.each(table(({ access }) => access === 'admin'))('%s is 403', async (_label, endpoint) => {
    const reply = await member.ask(pathOf(endpoint), { method: endpoint.method });
    expectError(reply, { status: 403, code: 'auth.forbidden' });
  });
});

describe('an object that does not exist', () => {
  it.each(table((endpoint) => hasId(endpoint) && canReach(endpoint)))('%s is 404', async (_label, endpoint) => {
    const { method } = endpoint;
    const body = rightBody(endpoint);
    const reply = await callerOf(endpoint).ask(pathOf(endpoint), { method, ...(body !== undefined && { body }) });
    expect([reply.status, errorBody.parse(reply.body).code]).toEqual([404, expect.stringMatching(/\.not-found$/)]);
  });
});

describe('a method that the path does not take', () => {
  it.each(table(() => true))('%s: is 405 and names those that it takes', async (_label, endpoint) => {
    const taken = calls.filter(([, { path }]) => path === endpoint.path).map(([, { method }]) => method);
    const method = (['PUT', 'PATCH', 'DELETE'] as const).find((one) => !taken.includes(one));
    const reply = await member.ask(pathOf(endpoint), { method: method ?? 'PUT' });
    expectError(reply, { status: 405, code: 'route.method-not-allowed' });
    expect(reply.headers.get('allow')).toContain(endpoint.method);
  });
});

describe('from another site', () => {
  it.each(table(changesState))('%s is 403', async (_label, endpoint) => {
    const { method } = endpoint;
    const foreign = [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign) {
      const reply = await member.ask(pathOf(endpoint), { method, headers });
      expectError(reply, { status: 403, code: 'origin.forbidden' });
    }
  });
});

describe('a body', () => {
  it.each(table(readsBody))('%s: what is no JSON is 400', async (_label, endpoint) => {
    const reply = await callerOf(endpoint).ask(pathOf(endpoint), { method: endpoint.method, body: '{"a":' });
    expectError(reply, { status: 400, code: 'request.malformed' });
  });

  it.each(table(readsBody))('%s: what is no object is 400', async (_label, endpoint) => {
    for (const body of ['[1]', '"text"', 'null', '7']) {
      const reply = await callerOf(endpoint).ask(pathOf(endpoint), { method: endpoint.method, body });
      expectError(reply, { status: 400, code: 'request.invalid' });
    }
  });

  it.each(table(readsBody))('%s: over 100 KB is 413', async (_label, endpoint) => {
    const body = JSON.stringify({ a: 'x'.repeat(maxBodyBytes) });
    const reply = await callerOf(endpoint).ask(pathOf(endpoint), { method: endpoint.method, body });
    expectError(reply, { status: 413, code: 'request.too-large' });
  });

  it.each(table(ignoresBody))('%s: over 100 KB is 413, although it is not read', async (_label, endpoint) => {
    const body = 'x'.repeat(50 * maxBodyBytes);
    const reply = await callerOf(endpoint).ask(pathOf(endpoint), { method: endpoint.method, body });
    expectError(reply, { status: 413, code: 'request.too-large' });
  });

  it.each(table(readsBody))('%s: another media type is 415', async (_label, endpoint) => {
    const headers = { 'content-type': 'text/plain' };
    const reply = await callerOf(endpoint).ask(pathOf(endpoint), { method: endpoint.method, body: 'a=b', headers });
    expectError(reply, { status: 415, code: 'request.unsupported-media' });
  });
});
