import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Product, startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

let product: Product;
let visitor: Visitor;
const away = { auth: false };

beforeAll(async () => {
  product = await startProduct({
    platform: (own) => {
      const urlOf: typeof own.directory.urlOf = (service) =>
        service === 'lead' || (service === 'auth' && away.auth) ? 'http://127.0.0.1:1' : own.directory.urlOf(service);
      return own.service === 'gateway' ? { ...own, directory: { ...own.directory, urlOf } } : own;
    },
  });
  visitor = await Visitor.registered(product.url);
});
afterAll(() => product.stop());

it.each([
  ['GET', '/api/leads'],
  ['POST', '/api/configuration'],
  ['POST', '/api/auth/login'],
])('%s %s of a service that is away is a whole answer, and the gateway goes on', async (method, path) => {
  away.auth = true;
  for (let turn = 0; turn < 5; turn += 1) {
    const reply = await visitor.ask(path, method === 'GET' ? {} : { method, body: {} });
    expect([reply.status, errorBody.parse(reply.body).code]).toEqual([503, 'service.unavailable']);
  }
  expect((await visitor.ask('/health/live')).status).toBe(200);
});
