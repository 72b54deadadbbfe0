import { contracts } from '@earshot/proto/http';
import { examples } from '@earshot/proto/http/examples';
import { errorTable } from '@earshot/proto/errors';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type OpenProduct, openProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const open = Object.entries(contracts).filter(([, endpoint]) => endpoint.callers.includes('gateway'));
const schemaObject = z.record(z.string(), z.unknown());
const content = z.record(
  z.string().regex(/^\w+\/\w/),
  z.strictObject({
    schema: schemaObject,
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.strictObject({ value: z.unknown() })).optional(),
  }),
);
const header = z.strictObject({ description: z.string(), schema: schemaObject });
/** The part of OpenAPI 3.1 that we use. The schema is strict, so the document cannot contain unknown fields. */
const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  description: z.string().optional(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'header', 'cookie']),
      required: z.boolean(),
      description: z.string().optional(),
      schema: schemaObject,
      example: z.unknown().optional(),
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/),
    z.strictObject({
      description: z.string().min(1),
      headers: z.record(z.string(), header).optional(),
      content: content.optional(),
    }),
  ),
});
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })).min(1),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().regex(/^\/(?:api\/|\.well-known\/security\.txt$)/),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), schemaObject),
    securitySchemes: z.record(z.string(), schemaObject),
  }),
});
type Document = z.infer<typeof document>;

let product: OpenProduct;
let described: Document;

beforeAll(async () => {
  product = await openProduct();
  const reply = await new Visitor(product.url).ask('/api/openapi.json');
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  described = document.parse(reply.body);
});
afterAll(() => product.stop());

function operations() {
  return Object.entries(described.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, found]) => (found === undefined ? [] : [{ path, method, ...found }])),
  );
}

describe('the document', () => {
  it('describes every call that a browser may make, and no other', () => {
    const documented = operations().map(({ operationId, method, path, tags }) => [operationId, method, path, ...tags]);
    const wanted = open.map(([name, { method, path, service }]) => [
      name,
      method.toLowerCase(),
      path.replace(/:(\w+)/g, '{$1}'),
      service,
    ]);
    expect([...documented].sort()).toEqual([...wanted].sort());
  });

  it('declares each parameter of a path, and only those', () => {
    for (const { path, parameters } of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(named);
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
    }
  });

  it.each(open)('%s: its successes and every error that it can answer with', (name, endpoint) => {
    const found = operations().find(({ operationId }) => operationId === name);
    const statuses = Object.keys(found?.responses ?? {}).map(Number);
    const own = endpoint.errors.map((code) => errorTable[code].status);
    expect(statuses).toEqual(expect.arrayContaining([...endpoint.statuses, ...own, 405, 429, 500, 503]));
    expect(statuses.includes(401)).toBe(endpoint.access !== 'public' || own.includes(401));
    expect(found?.security).toEqual(endpoint.access === 'public' ? [] : [{ session: [] }]);
    for (const status of endpoint.statuses) {
      const types = Object.keys(found?.responses[String(status)]?.content ?? {});
      expect(types).toEqual(status === 204 || status === 302 ? [] : [endpoint.produces]);
    }
  });

  it('leads nowhere outside of itself, and every reference arrives', () => {
    const text = JSON.stringify(described);
    for (const [, name] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(Object.keys(described.components.schemas).map((one) => `#/components/schemas/${one}`)).toContain(name);
    }
    for (const scheme of operations().flatMap(({ security }) => security.flatMap((one) => Object.keys(one)))) {
      expect(Object.keys(described.components.securitySchemes)).toContain(scheme);
    }
  });

  it('lets callers send what is passed over, and promises answers without anything more', () => {
    const byName = (name: string) => operations().find(({ operationId }) => operationId === name);
    expect(byName('register')?.requestBody?.content['application/json']?.schema).not.toHaveProperty(
      'additionalProperties',
    );
    expect(byName('register')?.responses['201']?.content?.['application/json']?.schema).toHaveProperty(
      'additionalProperties',
      false,
    );
  });
});

describe('examples', () => {
  it('belong to calls', () => {
    expect(open.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(examples)));
  });

  it.each(open)('of %s are what its contract takes and gives', (name, endpoint) => {
    const { params = {}, query = {}, body, response } = examples[name] ?? {};
    if (endpoint.path.includes('/:')) endpoint.params.parse(params);
    const asSent = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
    if (Object.keys(asSent).length > 0) endpoint.query.parse(asSent);
    const { requestBody } = operations().find(({ operationId }) => operationId === name) ?? {};
    const example = `the example of ${name} in proto/http/examples`;
    expect([example, { body: body !== undefined }]).toEqual([example, { body: requestBody !== undefined }]);
    if (body !== undefined) endpoint.body.parse(body);
    const answers =
      endpoint.produces === 'application/json' && !endpoint.statuses.some((status) => [204, 302].includes(status));
    expect([example, { response: response !== undefined }]).toEqual([example, { response: answers }]);
    // The schema must not drop fields: the example shows exactly what callers get.
    if (response !== undefined) expect(endpoint.response.parse(response)).toEqual(response);
  });
});

describe('the page', () => {
  it('comes with everything that it asks for, from the same origin', async () => {
    const visitor = new Visitor(product.url);
    const page = await visitor.ask('/api/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const asked = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(asked.length).toBeGreaterThan(2);
    for (const address of asked.filter((one) => !one.startsWith('data:'))) {
      expect(address).toMatch(/^\/api\/docs\//);
      expect((await visitor.ask(address)).status).toBe(200);
    }
  });

  it('nothing else of the viewer is served', async () => {
    const visitor = new Visitor(product.url);
    for (const path of [
      '/api/docs/package.json',
      '/api/docs/index.html',
      '/api/docs/../package.json',
      '/api/docs/constructor',
    ]) {
      expect((await visitor.ask(path)).status).toBe(404);
    }
  });
});
