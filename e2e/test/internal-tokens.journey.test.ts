import { authContract, errorBody, leadContract } from '@earshot/proto/http';
import { targetOf } from '@earshot/service-kit';
import { afterAll, expect, it } from '@jest/globals';
import { startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const product = await startProduct();
afterAll(() => product.stop());

it('believes no header by which services trust each other', async () => {
  const visitor = await Visitor.registered(product.url);
  const token = product
    .platformOf('gateway')
    .tokens.sign(targetOf(authContract.currentUser), { userId: visitor.userId, admin: true });
  const reply = await new Visitor(product.url).ask('/api/auth/user', { headers: { 'x-earshot-token': token } });
  expect(reply.status).toBe(401);
});

it('a token for one contract opens no other, and only declared callers are served', async () => {
  const visitor = await Visitor.registered(product.url);
  const { tokens } = product.platformOf('gateway');
  const facts = { userId: visitor.userId, admin: false };
  const statusOf = async (address: string, token: string) =>
    (await fetch(address, { headers: { 'x-earshot-token': token } })).status;
  const forLeads = tokens.sign(targetOf(leadContract.listLeads), facts);
  const forSettings = tokens.sign(targetOf(leadContract.getScanSettings), facts);
  const lead = product.urlOf('lead');
  expect(await statusOf(`${lead}/api/leads`, forLeads)).toBe(200);
  expect(await statusOf(`${product.urlOf('auth')}/api/auth/user`, forLeads)).toBe(401);
  expect(await statusOf(`${lead}/api/subreddits`, forLeads)).toBe(401);
  expect(await statusOf(`${lead}${leadContract.getScanSettings.path}`, forSettings)).toBe(403);
});

it('an internal address is none at the door', async () => {
  const reply = await new Visitor(product.url).ask('/internal/scan-settings');
  expect([reply.status, errorBody.parse(reply.body).code]).toEqual([404, 'route.not-found']);
});
