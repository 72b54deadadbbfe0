import { freePorts, until } from '@earshot/core/testing';
import { errorBody } from '@earshot/proto/http';
import { sandboxTarget } from '@earshot/service-kit';
import { user } from '@earshot/proto/http/auth';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage } from 'node:http';
import { answerablePosts, leadFrom } from '../src/find-leads.ts';
import { linkAccount } from '../src/link-account.ts';
import { type Product, startProduct } from '../src/product.ts';
import { Visitor } from '../src/visitor.ts';

const asked = new URLSearchParams({
  client_id: 'my-app',
  response_type: 'code',
  state: 'a-state',
  redirect_uri: 'http://127.0.0.1:9/api/reddit/callback',
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

  it('redirects to no address but its own, whatever the answer', async () => {
    const visitor = await Visitor.registered(product.url);
    for (const change of [{}, { authorize: 'Decline' }, { response_type: 'token' }]) {
      const body = agree({ redirect_uri: 'https://evil.example/api/reddit/callback', ...change }).toString();
      const posted = await visitor.ask(page, { method: 'POST', headers: { ...form, origin: product.url }, body });
      const shown = await visitor.ask(`${page}?${body}`, { headers: { accept: 'text/html' } });
      for (const { status, headers } of [posted, shown]) expect([status, headers.get('location')]).toEqual([400, null]);
    }
  });

  it('shows messages only to the user who sent them', async () => {
    const founder = await Visitor.registered(product.url);
    const [post] = await answerablePosts(product, 'smallbusiness');
    if (post === undefined) throw new Error('the sandbox has no post');
    const ids = {
      accountId: await linkAccount(founder, 'own_otter'),
      leadId: (await leadFrom(product, founder.userId, post)).id,
    };
    const message = 'Only the sender may read this';
    const body = { ...ids, recipientUsername: post.author, message };
    expect((await founder.ask('/api/reddit/send-dm', { method: 'POST', body })).status).toBe(200);
    const [other, stranger] = [await Visitor.registered(product.url), new Visitor(product.url)];
    for (const path of ['/sent/', `/message/inbox/${post.author}/`, '/user/own_otter/']) {
      const show = async (visitor: Visitor) => {
        const { status, body: html } = await visitor.ask(`/sandbox${path}`, { headers: { accept: 'text/html' } });
        return [status, String(html).includes(message)];
      };
      expect([path, await show(founder)]).toEqual([path, [200, true]]);
      expect([path, await show(other)]).toEqual([path, [200, false]]);
      expect([path, await show(stranger)]).toEqual([path, [path.startsWith('/user') ? 200 : 401, false]]);
    }
  });

  it("believes no token that comes from outside, and answers nobody without one on the sandbox's own port", async () => {
    const { userId } = await Visitor.registered(product.url);
    const token = product.platformOf('gateway').tokens.sign(sandboxTarget, { userId, admin: false });
    const headers = { accept: 'text/html', 'x-earshot-token': token, 'x-earshot-mail-address': 'ada%40example.test' };
    const forged = await new Visitor(product.url).ask('/sandbox/sent/', { headers });
    const direct = await fetch(`${product.urlOf('sandbox')}/sent/`, { headers: { accept: 'text/html' } });
    expect([forged.status, direct.status]).toEqual([401, 401]);
  });
});

it.each([
  ['on its own machine', {}],
  ['in a public demo', { EARSHOT_URL: 'http://earshot.example', EARSHOT_DEMO: 'true' }],
])('%s, mails that the sandbox caught are shown only to the user of their address', async (_where, settings) => {
  const [port = 0] = await freePorts(1);
  const product = await startProduct({
    settings: {
      ...settings,
      SANDBOX_SMTP_PORT: String(port),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'earshot@example.test',
    },
  });
  const owner = await Visitor.registered(product.url);
  const { email } = await owner.get(user, '/api/auth/user');
  const show = (visitor: Visitor) => visitor.ask('/sandbox/mail', { headers: { accept: 'text/html' } });
  await until('the mail', async () => String((await show(owner)).body).includes('/verify-email?token='));
  const other = await Visitor.registered(product.url);
  const [theirs, nobodys] = [await show(other), await show(new Visitor(product.url))];
  expect([theirs.status, nobodys.status]).toEqual([200, 401]);
  for (const { body } of [theirs, nobodys]) expect(String(body)).not.toContain(email);
  await product.stop();
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
  ['http://localhost:8080', 'false', ['/mail', '/r/all/']],
  ['https://earshot.example', 'true', ['/mail', '/r/all/']],
  ['https://earshot.example', 'false', []],
])('with %s and EARSHOT_DEMO=%s the sandbox shows %j', async (EARSHOT_URL, EARSHOT_DEMO, wanted) => {
  const { received, product, stop } = await recording({ EARSHOT_URL, EARSHOT_DEMO }, (req) => req.url ?? '');
  const visitor = new Visitor(product.url);
  for (const path of ['/mail', '/r/all/']) await visitor.ask(`/sandbox${path}`);
  expect(received).toEqual(wanted);
  await stop();
});
