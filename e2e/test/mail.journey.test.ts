import { until } from '@earshot/core/testing';
import { user } from '@earshot/proto/http/auth';
import { leadList } from '@earshot/proto/http/lead';
import { afterAll, describe, expect, it } from '@jest/globals';
import { linkIn, mailsTo } from '../src/mailbox.ts';
import { startProduct } from '../src/product.ts';
import { business } from '../src/set-up.ts';
import { newEmail, Visitor } from '../src/visitor.ts';

const password = 'a quiet harbour';
const product = await startProduct({
  settings: { SANDBOX_REQUESTS_PER_MINUTE: '100000', EARSHOT_ADMIN_EMAILS: 'boss@example.test' },
});
afterAll(() => product.stop());

const post = (visitor: Visitor, path: string, body?: unknown) => visitor.ask(path, { method: 'POST', body });

async function registered(email = newEmail('ada')) {
  const visitor = new Visitor(product.url);
  const made = await post(visitor, '/api/auth/register', { email, password });
  return { email, visitor, id: user.parse(made.body).id };
}
async function login(email: string, secret = password) {
  const visitor = new Visitor(product.url);
  return { visitor, status: (await post(visitor, '/api/auth/login', { email, password: secret })).status };
}

describe('accounts by mail, through the gateway', () => {
  it('a verified address shows at once', async () => {
    const { email, visitor } = await registered();
    const link = await linkIn(product, email, 'Confirm');
    // The link must have the same origin as the session's cookie.
    expect([link.origin, link.pathname]).toEqual([new URL(product.url).origin, '/verify-email']);
    const stranger = new Visitor(product.url);
    expect((await stranger.ask(`/api/auth/verify-email${link.search}`)).status).toBe(200);
    expect(user.parse((await visitor.ask('/api/auth/user')).body).isEmailVerified).toBe(true);
  });

  it('makes an administrator of a listed address only in the session that verified it', async () => {
    const { email, visitor } = await registered('boss@example.test');
    const other = (await login(email)).visitor;
    const dashboard = async (from: Visitor) => (await from.ask('/api/admin/dashboard')).status;
    expect([await dashboard(visitor), await dashboard(other)]).toEqual([403, 403]);
    const link = await linkIn(product, email, 'Confirm');
    expect((await visitor.ask(`/api/auth/verify-email${link.search}`)).status).toBe(200);
    await until('the session to know it', async () => (await dashboard(visitor)) === 200);
    expect(await dashboard(other)).toBe(401);
  });

  it('links lead to this installation for any Host of a request', async () => {
    const { email } = await registered();
    const evil = { host: 'evil.localhost', 'x-forwarded-host': 'evil.test' };
    await new Visitor(product.url).ask('/api/auth/forgot-password', { method: 'POST', body: { email }, headers: evil });
    expect((await linkIn(product, email, 'password')).hostname).toBe(new URL(product.url).hostname);
  });

  it('a scan that found leads sends one mail, which unsubscribes in one click', async () => {
    const { email, visitor } = await registered();
    const link = await linkIn(product, email, 'Confirm');
    await visitor.ask(`/api/auth/verify-email${link.search}`);
    const configuration = { businessDescription: business, searchStrategy: 'broad', notificationMethod: 'email' };
    expect((await post(visitor, '/api/configuration', configuration)).status).toBe(200);
    for (const name of ['freelance', 'smallbusiness']) await post(visitor, '/api/subreddits', { name });
    expect((await post(visitor, '/api/leads/scan/start')).status).toBe(202);
    const digests = async () => (await mailsTo(product, email)).filter((mail) => mail.subject?.includes('new lead'));
    const [digest] = await until('the digest', async () => ((await digests()).length > 0 ? digests() : null));
    const { total } = await visitor.get(leadList, '/api/leads');
    expect(digest?.subject).toBe(`${total} new leads on Earshot`);
    const header = digest?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const oneClick = new URL(header.slice(1, -1));
    const sent = await fetch(product.url + oneClick.pathname + oneClick.search, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(sent.status).toBe(200);
    const { body } = await visitor.ask('/api/user-preferences');
    expect(body).toMatchObject({ emailNotifications: false });
  });
});
