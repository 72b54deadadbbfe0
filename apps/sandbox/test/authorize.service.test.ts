import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Answer, CLIENT, linkAccount, openSite, type Site } from './site.ts';

const ASKED = {
  client_id: 'my-app',
  response_type: 'code',
  state: 'st"<ate',
  redirect_uri: `${CLIENT.redirectUri}?keep=1`,
  duration: 'permanent',
  scope: 'identity submit',
};
const PATH = '/api/v1/authorize';

describe('the authorize page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const show = (change: Record<string, string> = {}): Promise<Answer> =>
    site.ask(`${PATH}?${new URLSearchParams({ ...ASKED, ...change }).toString()}`, { token: null });
  const decide = (form: Record<string, string>): Promise<Answer> =>
    site.ask(PATH, { token: null, form: { ...ASKED, ...form } });
  const answerOf = (answer: Answer): Record<string, string> =>
    Object.fromEntries(new URL(answer.headers.location ?? '').searchParams);
  const redeem = (form: Record<string, string>, basic = CLIENT.basic): Promise<Answer> =>
    site.ask('/api/v1/access_token', {
      token: null,
      basic,
      form: { grant_type: 'authorization_code', redirect_uri: ASKED.redirect_uri, ...form },
    });
  const codeOf = async (): Promise<string> =>
    answerOf(await decide({ account: 'quiet_otter', authorize: 'Allow' })).code ?? '';

  it('shows the request, runs no script, and allows its form to lead only here and to the application', async () => {
    const answer = await show();
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<strong>Submit content.</strong>');
    expect(answer.text).toContain('value="st&quot;&lt;ate"');
    expect(answer.text).toContain('<code>error_THREAD_LOCKED</code>');
    expect(answer.text.match(/<script|<img| on\w+=/g)).toBeNull();
    const policy = answer.headers['content-security-policy'];
    expect(policy).toContain("form-action 'self' http://127.0.0.1:8080;");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each([
    [{ client_id: '' }, 'invalid client id'],
    [{ redirect_uri: 'javascript:alert(1)' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: '/relative' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'https://evil.example/api/reddit/callback' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'https://evil.example/', response_type: 'token' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'http://127.0.0.1.evil.example/api/reddit/callback' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'http://127.0.0.1:8080@evil.example/api/reddit/callback' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'http://x@127.0.0.1:8080/api/reddit/callback' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'http://127.0.0.1:8080/api/reddit/callback#x' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'http://127.0.0.1:8080/elsewhere' }, 'invalid redirect_uri parameter'],
    [{ redirect_uri: 'http://127.0.0.1:8080/api/reddit/callback/../../elsewhere' }, 'invalid redirect_uri parameter'],
    [{ state: '' }, 'missing state parameter'],
  ])('shows the user an error page for %j', async (change, message) => {
    for (const answer of [await show(change), await decide({ ...change, account: 'bob_x', authorize: 'Allow' })]) {
      expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
      expect(answer.text).toContain(message);
    }
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: '' }, 'invalid_scope'],
    [{ scope: 'identity nonsense' }, 'invalid_scope'],
    [{ duration: 'forever' }, 'invalid_request'],
  ])('redirects to the application with an error for %j', async (change, error) => {
    const answer = await show(change);
    expect(answer.status).toBe(302);
    expect(answerOf(answer)).toEqual({ keep: '1', state: ASKED.state, error });
  });

  it('redirects a user who declines without a code', async () => {
    const answer = await decide({ account: '', authorize: 'Decline' });
    expect([answer.status, answerOf(answer)]).toEqual([302, { keep: '1', state: ASKED.state, error: 'access_denied' }]);
  });

  it.each(['', 'ab', 'with space', 'a'.repeat(51), '<b>bold</b>'])('does not take %j for a name', async (account) => {
    const answer = await decide({ account, authorize: 'Allow' });
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('role="alert"');
  });

  it('gives a code that works once, for its client and exact address, within ten minutes', async () => {
    const code = await codeOf();
    const refused = { error: 'invalid_grant' };
    expect((await redeem({ code }, 'other:secret')).json).toEqual(refused);
    expect((await redeem({ code, redirect_uri: CLIENT.redirectUri })).json).toEqual(refused);
    const body = z.object({ access_token: z.string(), refresh_token: z.string(), scope: z.string() });
    const { access_token: token, scope } = body.parse((await redeem({ code })).json);
    expect(scope).toBe('identity submit');
    expect((await redeem({ code })).json).toEqual(refused);
    expect((await site.ask('/api/v1/me', { token })).json).toMatchObject({ name: 'quiet_otter', is_suspended: false });
    const late = await codeOf();
    site.pass(600);
    expect((await redeem({ code: late })).json).toEqual(refused);
  });

  it('brings a refresh token only where lasting access was asked for', async () => {
    const form = { duration: 'temporary', account: 'quiet_otter', authorize: 'Allow' };
    const code = answerOf(await decide(form)).code ?? '';
    expect((await redeem({ code })).json).not.toHaveProperty('refresh_token');
  });

  it('ends access tokens with their refresh token, for its own client only', async () => {
    const { access, refresh } = await linkAccount(site, 'maple_kettle');
    const form = { grant_type: 'refresh_token', refresh_token: refresh };
    const again = await site.ask('/api/v1/access_token', { token: null, basic: CLIENT.basic, form });
    const renewed = z.object({ access_token: z.string() }).parse(again.json).access_token;
    const revoke = (basic: string): Promise<Answer> =>
      site.ask('/api/v1/revoke_token', { token: null, basic, form: { token: refresh } });
    await revoke('other:secret');
    expect((await site.ask('/api/v1/me', { token: renewed })).status).toBe(200);
    await revoke(CLIENT.basic);
    for (const token of [access, renewed]) expect((await site.ask('/api/v1/me', { token })).status).toBe(401);
    const refused = await site.ask('/api/v1/access_token', { token: null, basic: CLIENT.basic, form });
    expect(refused.status).toBe(400);
  });

  it('revokes an access token separately', async () => {
    const { access, refresh } = await linkAccount(site, 'maple_kettle');
    await site.ask('/api/v1/revoke_token', { token: null, basic: CLIENT.basic, form: { token: access } });
    expect((await site.ask('/api/v1/me', { token: access })).status).toBe(401);
    const form = { grant_type: 'refresh_token', refresh_token: refresh };
    expect((await site.ask('/api/v1/access_token', { token: null, basic: CLIENT.basic, form })).status).toBe(200);
  });

  it('offers the accounts that agreed before', async () => {
    await linkAccount(site, 'harbor_finch');
    expect((await show()).text).toContain('<option value="harbor_finch">');
  });
});

describe('registered addresses', () => {
  const path = '/api/reddit/callback';
  it.each([
    [undefined, [`http://localhost:8080${path}`, `http://[::1]:1${path}`], [`https://earshot.example${path}`]],
    ['http://127.0.0.1:8080', [`http://localhost:8080${path}`], [`https://earshot.example${path}`]],
    [
      'https://earshot.example',
      [`https://earshot.example${path}`, `https://earshot.example${path}?keep=1`],
      [`http://earshot.example${path}`, `https://earshot.example:8443${path}`, `http://127.0.0.1:8080${path}`],
    ],
  ])('with EARSHOT_URL %s are its callback alone', async (earshotUrl, taken, refused) => {
    const site = await openSite({ earshotUrl });
    const statusOf = async (address: string) => {
      const query = new URLSearchParams({ ...ASKED, redirect_uri: address }).toString();
      return (await site.ask(`${PATH}?${query}`, { token: null })).status;
    };
    for (const address of taken) expect([address, await statusOf(address)]).toEqual([address, 200]);
    for (const address of refused) expect([address, await statusOf(address)]).toEqual([address, 400]);
    await site.close();
  });
});
