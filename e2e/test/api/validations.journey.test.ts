import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OpenProduct, openProduct } from '../../src/product.ts';
import { Visitor } from '../../src/visitor.ts';
import { wrongInput } from './wrong-input.ts';

let product: OpenProduct;
let member: Visitor;

beforeAll(async () => {
  product = await openProduct();
  member = await Visitor.registered(product.url);
});
afterAll(() => product.stop());

async function ask(call: string, sent: object) {
  const [method = '', path = ''] = call.split(' ');
  const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(sent)).toString()}` : '';
  return member.ask(path + query, { method, ...(method !== 'GET' && { body: sent }) });
}

describe.each(Object.entries(wrongInput))('%s', (call, table) => {
  it.each(table)('with %j is 400 and names %s', async (sent, field, message) => {
    const reply = await ask(call, sent);
    expect({ status: reply.status, body: errorBody.parse(reply.body) }).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', message, fields: { [field]: message } },
    });
  });
});

it('only the first wrong field is the message, but all of them are named', async () => {
  const { body } = await ask('POST /api/configuration', { maxLeadsPerScan: 1, scanFrequency: 'never' });
  expect(Object.keys(errorBody.parse(body).fields ?? {})).toEqual(['maxLeadsPerScan', 'scanFrequency']);
});

it('the public search also answers success: false and the error, and sets no cookie', async () => {
  const { body, headers } = await ask('POST /api/public/discover-subreddits', { productDescription: 'x' });
  const message = 'Please provide a more detailed product description (at least 10 characters).';
  expect(body).toMatchObject({ success: false, error: message, message });
  expect(headers.get('set-cookie')).toBeNull();
});
