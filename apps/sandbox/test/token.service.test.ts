import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Answer, openSite, type Site } from './site.ts';

const BASIC = 'any-client:any-secret';
const PATH = '/api/v1/access_token';
const granted = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.literal(3600),
  scope: z.string(),
  refresh_token: z.string().optional(),
});

describe('the token endpoint', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const grant = (form: Record<string, string>, basic: string | null = BASIC): Promise<Answer> =>
    site.ask(PATH, { token: null, basic, form });
  const code = (permanent: boolean): string =>
    site.sandbox.issueCode({
      clientId: 'any-client',
      owner: null,
      username: 'quiet_otter',
      scope: 'identity read',
      redirectUri: 'http://localhost/callback',
      permanent,
    });
  const redeem = (value: string): Record<string, string> => ({
    grant_type: 'authorization_code',
    code: value,
    redirect_uri: 'http://localhost/callback',
  });

  it('grants an application token to any client', async () => {
    const answer = await grant({ grant_type: 'client_credentials' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(granted.parse(answer.json)).toMatchObject({ scope: '*' });
    expect(granted.parse(answer.json).refresh_token).toBeUndefined();
  });

  it('refuses a client without Basic authentication', async () => {
    const answer = await grant({ grant_type: 'client_credentials' }, null);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="reddit"');
    expect(answer.json).toEqual({ message: 'Unauthorized', error: 401 });
  });

  it.each([
    [{ grant_type: 'magic' }, { error: 'unsupported_grant_type' }],
    [{}, { error: 'unsupported_grant_type' }],
    [redeem('unknown'), { error: 'invalid_grant' }],
  ])('answers %j with the error %j and HTTP 200, as recorded', async (form, body) => {
    const answer = await grant(form);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(body);
  });

  it('answers an unknown refresh token with a bare 400, as recorded', async () => {
    const answer = await grant({ grant_type: 'refresh_token', refresh_token: 'nope' });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: 400 });
  });

  it('redeems a code once, and only for its client and address', async () => {
    const value = code(false);
    expect((await grant(redeem(value), 'other-client:x')).json).toEqual({ error: 'invalid_grant' });
    expect((await grant({ ...redeem(value), redirect_uri: 'http://localhost/else' })).json).toEqual({
      error: 'invalid_grant',
    });
    const first = granted.parse((await grant(redeem(value))).json);
    expect(first.scope).toBe('identity read');
    expect(first.refresh_token).toBeUndefined();
    expect((await grant(redeem(value))).json).toEqual({ error: 'invalid_grant' });
  });

  it('refreshes for a permanent code, for as long as it is not revoked', async () => {
    const first = granted.parse((await grant(redeem(code(true)))).json);
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
    const second = granted.parse((await grant(refresh)).json);
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.scope).toBe('identity read');
    expect((await site.ask('/api/v1/me', { token: second.access_token })).json).toMatchObject({ name: 'quiet_otter' });

    const revoked = await site.ask('/api/v1/revoke_token', {
      token: null,
      basic: BASIC,
      form: { token: first.refresh_token ?? '' },
    });
    expect([revoked.status, revoked.text]).toEqual([200, '']);
    expect((await grant(refresh)).status).toBe(400);
  });

  it('forgets codes and tokens when their time is over', async () => {
    const late = await openSite();
    const form = { grant_type: 'client_credentials' };
    const { access_token: token } = granted.parse((await late.ask(PATH, { token: null, basic: BASIC, form })).json);
    late.pass(3599);
    expect((await late.ask('/new', { token })).status).toBe(200);
    late.pass(1);
    expect((await late.ask('/new', { token })).status).toBe(401);
    await late.close();
  });
});
