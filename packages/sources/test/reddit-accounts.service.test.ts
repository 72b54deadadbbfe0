import { afterEach, describe, expect, it } from '@jest/globals';
import type { SiteReply } from './fake-site.ts';
import {
  accountsAt,
  clientOf,
  closeAll,
  keyValue,
  newest,
  ok,
  page,
  patience,
  siteOf,
  start,
} from './reddit-client.ts';

afterEach(closeAll);

const json = (fields: object): SiteReply => ({ body: { json: { errors: [], ...fields } } });
const madeComment = json({
  data: { things: [{ kind: 't1', data: { name: 't1_new1', id: 'new1', permalink: '/x' } }] },
});
const dm = { to: 'jo', subject: 'Following up', text: 'Hello & <welcome>' };

describe('linking an account', () => {
  it('requests the needed scopes, with permanent access', async () => {
    const accounts = accountsAt(await siteOf(() => ok), { reddit: true });
    const authorization = {
      state: 'a state',
      redirectUri: 'https://earshot.example/api/reddit/callback',
      origin: null,
    };
    const url = new URL(accounts.authorizeUrl(authorization));
    expect(url.origin + url.pathname).toBe('https://www.reddit.com/api/v1/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client',
      response_type: 'code',
      state: 'a state',
      redirect_uri: authorization.redirectUri,
      duration: 'permanent',
      scope: 'identity read submit privatemessages history edit',
    });
  });

  it('sends the browser to the sandbox at the address the operator set, else where it came from', async () => {
    const site = await siteOf(() => ok);
    const authorization = { state: 's', redirectUri: 'r', origin: 'http://seen:8080' };
    expect(accountsAt(site).authorizeUrl(authorization)).toMatch(/^http:\/\/seen:8080\/sandbox\/api\/v1\/authorize\?/);
    const own = accountsAt(site, { ownUrl: 'https://earshot.example' });
    expect(own.authorizeUrl(authorization)).toMatch(/^https:\/\/earshot\.example\/sandbox\/api\/v1\/authorize\?/);
  });

  it('redeems a code, refreshes and revokes tokens, and reads the user name', async () => {
    const site = await siteOf(
      () => ({ body: { name: 'wick_and_wax', id: 'abc' } }),
      (count) => ({
        body: { access_token: `a${count}`, expires_in: 3600, ...(count === 1 && { refresh_token: 'r1' }) },
      }),
    );
    const accounts = accountsAt(site);
    expect(await accounts.exchange('the code', 'https://e.example/cb')).toEqual({
      accessToken: 'a1',
      refreshToken: 'r1',
      lifeMs: 3_600_000,
    });
    expect(await accounts.refresh('r1')).toEqual({ accessToken: 'a2', refreshToken: null, lifeMs: 3_600_000 });
    expect(await accounts.identity('a2')).toEqual({ username: 'wick_and_wax', suspension: null });
    await accounts.revoke('r1');
    expect(site.tokenForms).toEqual([
      { grant_type: 'authorization_code', code: 'the code', redirect_uri: 'https://e.example/cb' },
      { grant_type: 'refresh_token', refresh_token: 'r1' },
      { token: 'r1', token_type_hint: 'refresh_token' },
    ]);
    expect(site.calls[0]?.headers.authorization).toBe('Bearer a2');
  });

  it.each([
    [{ is_suspended: true, suspension_expiration_utc: 1_795_000_000 }, { until: new Date(1_795_000_000_000) }],
    [{ is_suspended: true, suspension_expiration_utc: null }, { until: null }],
    [{ is_suspended: true, suspension_expiration_utc: 'soon' }, { until: null }],
    [{ is_suspended: true, suspension_expiration_utc: 1e300 }, { until: null }],
    [{ is_suspended: false, suspension_expiration_utc: null }, null],
    [{ is_suspended: 'perhaps' }, null],
  ])('reads %j as the suspension %j', async (answer, suspension) => {
    const accounts = accountsAt(await siteOf(() => ({ body: { name: 'wick_and_wax', ...answer } })));
    expect(await accounts.identity('a2')).toEqual({ username: 'wick_and_wax', suspension });
  });

  const noTokens: [string, SiteReply, string | null][] = [
    ['a used code', { body: { error: 'invalid_grant' } }, null],
    ['a revoked refresh token', { status: 400, body: { message: 'Bad Request', error: 400 } }, null],
    ['our own credentials refused', { status: 401, body: { message: 'Unauthorized' } }, 'source.refused'],
    ['429', { status: 429, body: '' }, 'source.rate-limited'],
    ['500', { status: 500, body: '<html>' }, 'source.unavailable'],
    ['silence', { body: undefined }, 'source.unavailable'],
  ];
  it.each(noTokens)('distinguishes the end of a permission from an outage: %s', async (_what, reply, code) => {
    const site = await siteOf(
      () => ok,
      () => reply,
    );
    const accounts = accountsAt(site, patience(reply));
    for (const asked of [accounts.exchange('c', 'r'), accounts.refresh('r')]) {
      if (code === null) expect(await asked).toBeNull();
      else await expect(asked).rejects.toMatchObject({ code });
    }
  });
});

describe('writing as an account', () => {
  it('sends the forms as the site demands', async () => {
    const site = await siteOf((request) => (request.path === '/api/comment' ? madeComment : json({})));
    const accounts = accountsAt(site);
    expect(await accounts.compose('token', dm)).toEqual({ taken: true, id: null });
    expect(await accounts.comment('token', { parentId: 't3_abc', text: 'Hi' })).toEqual({ taken: true, id: 't1_new1' });
    const forms = site.calls.map(({ method, path, form }) => [method, path, Object.fromEntries(form)]);
    expect(forms).toEqual([
      ['POST', '/api/compose', { ...dm, api_type: 'json', raw_json: '1' }],
      ['POST', '/api/comment', { thing_id: 't3_abc', text: 'Hi', api_type: 'json', raw_json: '1' }],
    ]);
    expect(site.calls[0]?.headers['user-agent']).toBe('server:earshot:v1 (by /u/earshot)');
  });

  const wait = 'Looks like you have been doing that a lot. Take a break for 9 minutes before trying again.';
  const rateLimited = (ratelimit: object, text = wait) => ({
    body: { json: { ...ratelimit, errors: [['RATELIMIT', text, 'ratelimit']] } },
  });
  const problems: [string, SiteReply, { code: string; retryAfterSeconds?: number; words?: string }][] = [
    ['RATELIMIT', rateLimited({ ratelimit: 512.2 }), { code: 'RATELIMIT', retryAfterSeconds: 514 }],
    [
      'RATELIMIT with 429',
      { status: 429, ...rateLimited({ ratelimit: 5 }) },
      { code: 'RATELIMIT', retryAfterSeconds: 6 },
    ],
    ['RATELIMIT in words', rateLimited({}), { code: 'RATELIMIT', retryAfterSeconds: 541 }],
    ['RATELIMIT in seconds', rateLimited({}, 'in 30 seconds'), { code: 'RATELIMIT', retryAfterSeconds: 31 }],
    ['RATELIMIT in a blink', rateLimited({}, 'in 500 milliseconds'), { code: 'RATELIMIT', retryAfterSeconds: 2 }],
    [
      'another refusal',
      { body: { json: { errors: [['THREAD_LOCKED', 'Comments are locked.', 'parent']] } } },
      { code: 'THREAD_LOCKED', words: 'Comments are locked.' },
    ],
    ['nonsense as refusal', { body: { json: { errors: [[7]] } } }, { code: 'UNKNOWN' }],
    [
      '429',
      { status: 429, headers: { 'x-ratelimit-reset': '40' }, body: '' },
      { code: 'HTTP_429', retryAfterSeconds: 40 },
    ],
    ['401', { status: 401, body: { error: 401 } }, { code: 'HTTP_401' }],
    ['403', { status: 403, body: { error: 403 } }, { code: 'HTTP_403' }],
    ['404', { status: 404, body: { error: 404 } }, { code: 'HTTP_404' }],
    ['a redirect', { status: 302, headers: { location: '/login' }, body: '' }, { code: 'HTTP_OTHER' }],
    ['503', { status: 503, body: '<html>' }, { code: 'HTTP_5XX' }],
    ['a page', { body: '<html>' }, { code: 'MALFORMED' }],
    ['cut JSON', { body: '{"json": {"err' }, { code: 'MALFORMED' }],
    ['nothing made', json({ data: { things: [] } }), { code: 'MALFORMED' }],
    ['silence', { body: undefined }, { code: 'TIMED_OUT' }],
  ];
  it.each(problems)("interprets the site's answer: %s", async (_what, reply, wanted) => {
    const site = await siteOf(() => reply);
    const result = await accountsAt(site, patience(reply)).comment('token', { parentId: 't3_abc', text: 'Hi' });
    expect(result).toMatchObject({ taken: false, retryAfterSeconds: null, ...wanted });
    expect(site.calls).toHaveLength(1);
  });

  it('reports when nothing was sent: the site is unreachable, or the shared budget is used up', async () => {
    const gone = await siteOf(() => ok);
    await gone.stop();
    expect(await accountsAt(gone).compose('token', dm)).toMatchObject({ taken: false, code: 'UNREACHABLE' });
    const clock = { now: () => new Date(start) };
    const kv = keyValue(clock);
    const spent: SiteReply = { ...ok, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '33' } };
    const site = await siteOf(() => spent);
    await clientOf(site, { kv, clock }).newPosts('x1', newest);
    const result = await accountsAt(site, { kv, clock }).compose('token', dm);
    expect(result).toMatchObject({ taken: false, code: 'BUDGET', retryAfterSeconds: 33 });
    expect(site.calls).toHaveLength(1);
  });

  it('finds its own comment: this post, these words, not older', async () => {
    const at = (seconds: number) => start / 1000 + seconds;
    const t1 = (name: string, fields: object = {}) => ({
      kind: 't1',
      data: { name, parent_id: 't3_abc', body: 'One\nTwo', created_utc: at(1), ...fields },
    });
    const children = [
      t1('t1_other', { body: 'Three' }),
      t1('t1_right'),
      t1('t1_elsewhere', { parent_id: 't3_xyz' }),
      t1('t1_old', { created_utc: at(-600) }),
      { kind: 't3', data: {} },
    ];
    const site = await siteOf(() => ({ body: page(children) }));
    const trace = { username: 'wick_and_wax', parentId: 't3_abc', text: 'One  \r\nTwo\n', since: new Date(start) };
    expect(await accountsAt(site).ownComments('token', trace)).toEqual(['t1_right']);
    expect(site.calls[0]?.path).toBe('/user/wick_and_wax/comments');
    const refusing = await siteOf(() => ({ status: 401, body: {} }));
    await expect(accountsAt(refusing).ownComments('token', trace)).rejects.toMatchObject({ code: 'source.refused' });
  });
});

describe('addresses of posts', () => {
  const origin = 'http://earshot.example:8080';
  const everywhere: [string, string | null][] = [
    ['https://www.reddit.com/r/SaaS/comments/1AbC/some_title/', 't3_1abc'],
    ['https://old.reddit.com/r/SaaS/comments/1abc?utm=1#x', 't3_1abc'],
    ['https://reddit.com/comments/1abc', 't3_1abc'],
    ['https://redd.it/1abc', 't3_1abc'],
    ['http://www.reddit.com/r/SaaS/comments/1abc/x/', null],
    ['https://www.reddit.com/r/SaaS/comments/1abc/x/c0mment/', null],
    ['https://www.reddit.com/r/SaaS/', null],
    ['https://evilreddit.com/comments/1abc', null],
    ['https://reddit.com.evil.example/comments/1abc', null],
    ['https://www.reddit.com@evil.example/comments/1abc', null],
    ['https://user:pw@www.reddit.com/comments/1abc', null],
    ['javascript:alert(1)', null],
    ['comments/1abc', null],
    ['//evil.example/sandbox/comments/1abc', null],
    ['/\\evil.example/sandbox/comments/1abc', null],
    ['', null],
  ];
  const here: [string, string | null][] = [
    [`${origin}/sandbox/r/SaaS/comments/1abc/some_title/`, 't3_1abc'],
    ['/sandbox/comments/1abc', 't3_1abc'],
    ['http://other.example/sandbox/comments/1abc', null],
    [`${origin}/comments/1abc`, null],
    [`${origin}/sandbox/../comments/1abc`, null],
  ];

  it('are read with the sandbox below our own address, or at Reddit alone', async () => {
    const site = await siteOf(() => ok);
    const sandbox = accountsAt(site);
    const reddit = accountsAt(site, { reddit: true });
    for (const [url, name] of everywhere) {
      expect([url, sandbox.postNamed(url, origin)]).toEqual([url, name]);
      expect([url, reddit.postNamed(url, origin)]).toEqual([url, name]);
    }
    for (const [url, name] of here) {
      expect([url, sandbox.postNamed(url, origin)]).toEqual([url, name]);
      expect([url, reddit.postNamed(url, origin)]).toEqual([url, null]);
    }
    expect(sandbox.postNamed(`${origin}/sandbox/comments/1abc`, null)).toBeNull();
  });
});
