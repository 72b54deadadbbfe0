import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { openSite, type Site } from './site.ts';

describe('the site guards its API', () => {
  const open: Site[] = [];
  const start = async (requestsPerMinute: number): Promise<Site> => {
    const site = await openSite({ requestsPerMinute });
    open.push(site);
    return site;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((site) => site.close()));
  });

  it.each([null, 'made-up'])('refuses the bearer token %s as recorded', async (token) => {
    const site = await start(100);
    const answer = await site.ask('/r/smallbusiness/new', { token });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="reddit", error="invalid_token"');
    expect(answer.json).toEqual({ message: 'Unauthorized', error: 401 });
  });

  it('refuses calls outside the scope', async () => {
    const site = await start(100);
    const form = { grant_type: 'client_credentials', scope: 'identity' };
    const granted = await site.ask('/api/v1/access_token', { token: null, basic: 'c:s', form });
    const { access_token: token } = z.object({ access_token: z.string() }).parse(granted.json);
    const answer = await site.ask('/r/smallbusiness/new', { token });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
  });

  it('has no account for an application without a user', async () => {
    const site = await start(100);
    expect((await site.ask('/api/v1/me')).status).toBe(403);
  });

  it('blocks a missing User-Agent, but not at sign-in', async () => {
    const site = await start(100);
    const answer = await site.ask('/new', { agent: null });
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toContain('text/html');
    const form = { grant_type: 'client_credentials' };
    expect((await site.ask('/api/v1/access_token', { token: null, agent: null, basic: 'c:s', form })).status).toBe(200);
  });

  it('limits only the default user agents of libraries, to a tenth', async () => {
    const site = await start(1);
    const agent = 'python-requests/2.32.0';
    expect((await site.ask('/new', { agent })).status).toBe(200);
    const second = await site.ask('/new', { agent });
    expect([second.status, second.json]).toEqual([429, { message: 'Too Many Requests', error: 429 }]);
    expect((await site.ask('/new')).status).toBe(200);
    expect((await site.ask('/new', { agent: 'node:org.example:v1 (by /u/example)' })).status).toBe(200);
  });

  it('counts requests down in headers and answers 429 with an empty body when they are used up', async () => {
    const site = await start(1);
    site.pass(100);
    const first = await site.ask('/new');
    expect(first.headers).toMatchObject({
      'x-ratelimit-used': '1',
      'x-ratelimit-remaining': '9.0',
      'x-ratelimit-reset': '500',
    });
    for (let used = 2; used <= 10; used += 1) expect((await site.ask('/new')).status).toBe(200);
    const over = await site.ask('/new');
    expect([over.status, over.text]).toEqual([429, '']);
    expect(over.headers).toMatchObject({
      'x-ratelimit-used': '10',
      'x-ratelimit-remaining': '0.0',
      'retry-after': '500',
    });
    site.pass(500);
    expect((await site.ask('/new')).headers['x-ratelimit-used']).toBe('1');
  });

  it('counts each client id for itself', async () => {
    const site = await start(1);
    for (let used = 0; used < 10; used += 1) await site.ask('/new');
    const form = { grant_type: 'client_credentials' };
    const granted = await site.ask('/api/v1/access_token', { token: null, basic: 'another:s', form });
    const { access_token: token } = z.object({ access_token: z.string() }).parse(granted.json);
    expect((await site.ask('/new', { token })).status).toBe(200);
    expect((await site.ask('/new')).status).toBe(429);
  });

  it('answers unknown paths and unreadable forms as the site does', async () => {
    const site = await start(100);
    const unknown = await site.ask('/api/v1/nothing');
    expect([unknown.status, unknown.json]).toEqual([404, { message: 'Not Found', error: 404 }]);
    const large = await site.ask('/api/v1/access_token', {
      token: null,
      basic: 'c:s',
      form: { code: 'x'.repeat(200_000) },
    });
    expect(large.status).toBe(413);
  });
});
