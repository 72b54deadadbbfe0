import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Product } from '../src/product.ts';
import { startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

it('believes no header by which services trust each other', async () => {
  const visitor = await Visitor.registered(product.url);
  const token = product.platformOf('gateway').tokens.sign('auth', { userId: visitor.userId, admin: true });
  const reply = await new Visitor(product.url).ask('/api/auth/user', { headers: { 'x-earshot-token': token } });
  expect(reply.status).toBe(401);
});

it('a token for one service opens no other, and only declared callers are served', async () => {
  const visitor = await Visitor.registered(product.url);
  const { tokens } = product.platformOf('gateway');
  const forLead = tokens.sign('lead', { userId: visitor.userId, admin: false });
  const wrongDoor = await fetch(`${product.urlOf('auth')}/api/auth/user`, {
    headers: { 'x-earshot-token': forLead },
  });
  expect(wrongDoor.status).toBe(401);
  const fromGateway = await fetch(`${product.urlOf('lead')}/internal/scan-settings`, {
    headers: { 'x-earshot-token': forLead },
  });
  expect(fromGateway.status).toBe(403);
});

it('an internal address is none at the door', async () => {
  const reply = await new Visitor(product.url).ask('/internal/scan-settings');
  expect([reply.status, errorBody.parse(reply.body).code]).toEqual([404, 'route.not-found']);
});
