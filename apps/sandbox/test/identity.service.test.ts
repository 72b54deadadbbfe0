import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { startTestServices, type TestServices } from '@earshot/testing';
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { people } from '../src/domain/people.ts';
import { sandboxService } from '../src/service.ts';
import { temporaryFolder } from './site.ts';

const running: TestServices[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const services of running.splice(0)) await services.stop();
});

async function start(folder?: string, now = () => new Date()): Promise<string> {
  const clock = { now };
  const services = await startTestServices([sandboxService], { clock, ...(folder !== undefined && { folder }) });
  running.push(services);
  return services.urlOf('sandbox');
}

const verifier = randomBytes(32).toString('base64url');

function authorizeUrl(base: string, changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'earshot',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${base}/api/login/callback`,
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${base}/oidc/auth?${query.toString()}`;
}

/** A browser that keeps cookies by name and does not follow redirects. */
function browser() {
  const cookies = new Map<string, string>();
  return async (url: string, form?: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      cookies.set(name, value);
    }
    return { status: answer.status, html: await answer.text(), to: answer.headers.get('location') ?? '', answer };
  };
}

/** Signs in with one submission of the form. Resolves with the callback address that the application receives. */
async function comeBack(base: string, form: Record<string, string>): Promise<URL> {
  const open = browser();
  const page = await open(authorizeUrl(base));
  const resumed = await open(page.to, form);
  return new URL((await open(resumed.to)).to);
}

const tokens = z.object({ id_token: z.string(), access_token: z.string(), token_type: z.string() });

async function redeem(base: string, code: string, changes: Record<string, string> = {}) {
  const answer = await fetch(`${base}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'earshot',
      redirect_uri: `${base}/api/login/callback`,
      code,
      code_verifier: verifier,
      ...changes,
    }),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

async function claimsFor(base: string, code: string): Promise<unknown> {
  const { status, body } = await redeem(base, code);
  if (status !== 200) return body;
  const [, payload = ''] = tokens.parse(body).id_token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

const jwks = async (base: string) => (await fetch(`${base}/oidc/jwks`)).json();

describe('Sandbox ID', () => {
  it('signs in the chosen person, once per code, and writes nothing to the console', async () => {
    const noise = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'info'), jest.spyOn(console, 'error')];
    const base = await start();
    const [ada] = people;
    const back = await comeBack(base, { subject: ada?.subject ?? '' });
    expect(back.origin + back.pathname).toBe(`${base}/api/login/callback`);
    expect(back.searchParams.get('state')).toBe('the-state');
    const code = back.searchParams.get('code') ?? '';
    expect(await claimsFor(base, code)).toMatchObject({
      iss: 'https://sandbox-id.invalid',
      aud: 'earshot',
      nonce: 'the-nonce',
      sub: ada?.subject,
      email: 'ada.founder@sandbox.example',
      email_verified: true,
      name: 'Ada Founder',
      given_name: 'Ada',
      family_name: 'Founder',
    });
    expect(await claimsFor(base, code)).toMatchObject({ error: 'invalid_grant' });
    // Printed on Node 24.0.0, which is no LTS release.
    const lines = noise.flatMap((spy) => spy.mock.calls.map(String));
    expect(lines.filter((line) => !line.includes('Unsupported runtime'))).toEqual([]);
  });

  it('takes any name and address, and vouches for the address only if asked to', async () => {
    const base = await start();
    const claims = async (form: Record<string, string>) =>
      claimsFor(base, (await comeBack(base, { action: 'typed', ...form })).searchParams.get('code') ?? '');
    const typed = await claims({ name: 'Zoë', email: 'Zoe@Example.com', verified: 'yes' });
    expect(typed).toMatchObject({ email: 'Zoe@Example.com', email_verified: true, given_name: 'Zoë' });
    const again = await claims({ name: '', email: 'zoe@example.com' });
    const { sub } = z.object({ sub: z.string() }).parse(typed);
    expect(again).toMatchObject({ sub, email: 'zoe@example.com', email_verified: false });
    expect(again).not.toHaveProperty('name');
  });

  it('asks again after an invalid address, and reports a declined sign-in', async () => {
    const base = await start();
    const open = browser();
    const page = await open(authorizeUrl(base));
    const wrong = await open(page.to, { action: 'typed', name: 'Zoe', email: '<zoe>' });
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining('Please enter a valid email address')]);
    const denied = await comeBack(base, { action: 'deny' });
    expect(Object.fromEntries(denied.searchParams)).toMatchObject({ error: 'access_denied', state: 'the-state' });
  });

  it('asks each time, even the same browser', async () => {
    const base = await start();
    const open = browser();
    for (const { subject } of people) {
      const page = await open(authorizeUrl(base));
      expect((await open(page.to)).html).toContain('Who do you want to be?');
      const back = new URL((await open((await open(page.to, { subject })).to)).to);
      expect(await claimsFor(base, back.searchParams.get('code') ?? '')).toMatchObject({ sub: subject });
    }
  });

  it('redirects only to known addresses, and requires PKCE', async () => {
    const base = await start();
    const open = browser();
    for (const changes of [
      { redirect_uri: 'https://evil.example/api/login/callback' },
      { redirect_uri: `${base}/elsewhere` },
      { client_id: 'another' },
    ]) {
      const refused = await open(authorizeUrl(base, changes));
      expect([refused.status, refused.to]).toEqual([400, '']);
      expect(refused.html).toContain('This sign-in cannot go on');
    }
    const query = new URL(authorizeUrl(base));
    for (const name of ['code_challenge', 'code_challenge_method']) query.searchParams.delete(name);
    expect(new URL((await open(query.href)).to).searchParams.get('error')).toBe('invalid_request');
    const lost = await browser()((await open(authorizeUrl(base))).to);
    expect([lost.status, lost.html]).toEqual([400, expect.stringContaining('begun in another browser')]);
  });

  it('takes a code once within a minute, and a second use ends the token that the first one got', async () => {
    let time = Date.now();
    const base = await start(undefined, () => new Date(time));
    const [ada] = people;
    const codeOf = async () => (await comeBack(base, { subject: ada?.subject ?? '' })).searchParams.get('code') ?? '';
    const code = await codeOf();
    const { access_token: token } = tokens.parse((await redeem(base, code)).body);
    const asks = async () => (await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await asks()).toBe(200);
    expect((await redeem(base, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await asks()).toBe(401);
    const late = await codeOf();
    time += 61_000;
    expect((await redeem(base, late)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('names what is asked for, and offers the code flow with S256 and these scopes alone', async () => {
    const base = await start();
    const open = browser();
    const page = await open(authorizeUrl(base, { scope: 'openid email profile address offline_access' }));
    expect((await open(page.to)).html).toContain('Earshot asks for your name and address');
    const back = new URL((await open((await open(page.to, { subject: people[0]?.subject ?? '' })).to)).to);
    const { body } = await redeem(base, back.searchParams.get('code') ?? '');
    expect(body).toMatchObject({ scope: 'openid email profile' });
    expect(body).not.toHaveProperty('refresh_token');
    for (const type of ['token', 'id_token', 'code token', 'code id_token'])
      expect((await open(authorizeUrl(base, { response_type: type }))).to).not.toContain('/interaction/');
    const plain = await open(authorizeUrl(base, { code_challenge_method: 'plain' }));
    expect(new URL(plain.to).searchParams.get('error')).toBe('invalid_request');
    for (const type of ['password', 'implicit', 'refresh_token', 'client_credentials']) {
      const refused = await redeem(base, 'any', { grant_type: type, username: 'ada', password: 'secret' });
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringMatching(/grant.type/)]);
    }
  });

  it('writes addresses as the browser sees them behind a proxy', async () => {
    const base = await start();
    const forwarded = {
      'x-forwarded-host': 'earshot.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/sandbox',
    };
    const asked = authorizeUrl(base, { redirect_uri: 'https://earshot.example/api/login/callback' });
    const page = await browser()(asked, undefined, forwarded);
    expect(page.to).toMatch(/^https:\/\/earshot\.example\/sandbox\/oidc\/interaction\/[\w-]+$/);
    for (const cookie of page.answer.headers.getSetCookie()) {
      expect(cookie).toMatch(/^sandbox_\w+=[\w-]+; path=\/sandbox\/oidc.*; samesite=lax; secure; httponly$/i);
    }
  });

  it('keeps its keys over a restart on the same folder', async () => {
    const folder = temporaryFolder();
    const before = await jwks(await start(folder.path));
    await running.pop()?.stop();
    expect(await jwks(await start(folder.path))).toEqual(before);
    await running.pop()?.stop();
    expect(await jwks(await start())).not.toEqual(before);
    folder.remove();
  });
});
