import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { Product } from '../src/product.ts';
import { startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const asked = new URLSearchParams({
  client_id: 'my-app',
  response_type: 'code',
  state: 'a-state',
  redirect_uri: 'http://127.0.0.1:9/callback',
  duration: 'permanent',
  scope: 'identity submit',
});
const page = '/sandbox/api/v1/authorize';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const agree = (change: Record<string, string> = {}) =>
  new URLSearchParams({ ...Object.fromEntries(asked), account: 'quiet_otter', authorize: 'Allow', ...change });

describe('the sandbox through the gateway', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  it('shows its authorize page under a policy of its own, and takes its form', async () => {
    const visitor = await Visitor.registered(product.url);
    const shown = await visitor.ask(`${page}?${asked.toString()}`, { headers: { accept: 'text/html' } });
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('my-app wants to connect');
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:9;");
    const headers = { ...form, origin: product.url, 'sec-fetch-site': 'same-origin' };
    const agreed = await visitor.ask(page, { method: 'POST', headers, body: agree().toString() });
    expect(agreed.status).toBe(302);
    const back = new URL(agreed.headers.get('location') ?? '');
    expect([back.origin, back.searchParams.get('state')]).toEqual(['http://127.0.0.1:9', 'a-state']);
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
    const declined = agree({ authorize: 'Decline' }).toString();
    const away = await visitor.ask(page, { method: 'POST', headers, body: declined });
    expect(away.headers.get('location')).toContain('error=access_denied');
  });

  it('takes its form from no other site, and nothing but its form', async () => {
    const visitor = new Visitor(product.url);
    for (const headers of [
      { ...form, origin: 'https://evil.example' },
      { ...form, 'sec-fetch-site': 'cross-site' },
    ]) {
      const reply = await visitor.ask(page, { method: 'POST', headers, body: agree().toString() });
      expect([reply.status, errorBody.parse(reply.body).code]).toEqual([403, 'origin.forbidden']);
    }
    for (const path of ['/api/comment', '/api/compose', '/api/v1/access_token', '/message/inbox/x']) {
      const reply = await visitor.ask(`/sandbox${path}`, { method: 'POST', headers: form, body: 'a=b' });
      expect(reply.status).toBe(404);
    }
  });

  it('shows what was sent', async () => {
    const visitor = new Visitor(product.url);
    for (const path of ['/sent/', '/message/inbox/quiet_otter/', '/user/quiet_otter/']) {
      const shown = await visitor.ask(`/sandbox${path}`, { headers: { accept: 'text/html' } });
      expect([shown.status, String(shown.body).match(/<script/)]).toEqual([200, null]);
    }
  });
});

/** A product whose sandbox is a server that only records the requests it receives. */
async function recording(settings: Record<string, string>, describeRequest: (req: IncomingMessage) => string) {
  const received: string[] = [];
  const recorder = createServer((req, res) => {
    received.push(describeRequest(req));
    res.end('ok');
  });
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
  const address = recorder.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const product = await startProduct({
    settings,
    platform: (own) =>
      own.service === 'gateway'
        ? {
            ...own,
            directory: { ...own.directory, urlOf: (name) => (name === 'sandbox' ? url : own.directory.urlOf(name)) },
          }
        : own,
  });
  const stop = async () => {
    await product.stop();
    await new Promise((resolve) => recorder.close(resolve));
  };
  return { received, product, stop };
}

it('our cookies never reach the sandbox', async () => {
  const { received, product, stop } = await recording({}, (req) => req.headers.cookie ?? 'none');
  const visitor = await Visitor.registered(product.url);
  await visitor.ask('/sandbox/r/all/');
  await visitor.ask(page, { method: 'POST', headers: form, body: 'a=b' });
  expect(visitor.cookieHeader).not.toBe('');
  expect(received).toEqual(['none', 'none']);
  await stop();
});

it.each([
  ['http://localhost:8080', ['/mail', '/r/all/']],
  ['https://earshot.example', ['/r/all/']],
])('captured mails are shown only on a local installation: %s', async (EARSHOT_URL, wanted) => {
  const { received, product, stop } = await recording({ EARSHOT_URL }, (req) => req.url ?? '');
  const visitor = new Visitor(product.url);
  const paths = EARSHOT_URL.startsWith('https') ? ['/mail', '/MAIL/', '//mail', '/mail?a', '/%2e/mail'] : ['/mail'];
  for (const path of [...paths, '/r/all/']) await visitor.ask(`/sandbox${path}`);
  expect(received).toEqual(wanted);
  await stop();
});
