import { errorBody } from '@earshot/proto/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLive } from '../src/live.ts';
import { type Product, startProduct } from '../src/product.ts';
import { newEmail, Visitor } from '../src/visitor.ts';

const password = 'let me in';
const pages = ['/auth', '/dev-access', '/dashboard/leads'].map((path) => ({ path, scripts: [], styles: [] }));
let web: string;
let product: Product;
let time: number;

function start(settings: Record<string, string>, folder?: string): Promise<Product> {
  return startProduct({
    settings: { WEB_ROOT: web, ...settings },
    ...(folder !== undefined && { folder }),
    platform: (own) => (own.service === 'gateway' ? { ...own, clock: { now: () => new Date(time) } } : own),
  });
}

beforeAll(async () => {
  time = Date.now();
  web = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  await writeFile(join(web, 'index.html'), '<p>the landing page</p><!--page-head-->');
  await writeFile(join(web, 'scores.html'), '<p>the scores</p>');
  await writeFile(join(web, 'app.html'), '<p>the app</p>');
  await writeFile(join(web, 'pages.json'), JSON.stringify(pages));
  await writeFile(join(web, 'boot.js'), '// a script');
  product = await start({ DEV_ACCESS_PASSWORD: password });
});
afterAll(async () => {
  await product.stop();
  await rm(web, { recursive: true });
});

const page = { headers: { accept: 'text/html' } };
const give = (visitor: Visitor, body: unknown) => visitor.ask('/api/dev-auth', { method: 'POST', body });
const code = (body: unknown) => errorBody.parse(body).code;

async function opened(): Promise<Visitor> {
  const visitor = new Visitor(product.url);
  expect(await give(visitor, { password })).toMatchObject({ status: 200, body: { success: true } });
  return visitor;
}

describe('without the password', () => {
  it.each(['/api/leads', '/api/auth/logout', '/api/openapi.json', '/api/auth/verify-email?token=x'])(
    '%s is closed',
    async (path) => {
      const method = path.endsWith('logout') ? 'POST' : 'GET';
      const reply = await new Visitor(product.url).ask(path, { method });
      expect([reply.status, code(reply.body)]).toEqual([403, 'gate.closed']);
    },
  );

  it('nobody registers', async () => {
    const body = { email: newEmail('early'), password: 'a quiet harbour' };
    expect((await new Visitor(product.url).ask('/api/auth/register', { method: 'POST', body })).status).toBe(403);
  });

  it.each(['/auth', '/dashboard/leads', '/nothing', '/sandbox/r/startups', '/dev-access/more'])(
    'the page %s leads to where the password is asked',
    async (path) => {
      const reply = await new Visitor(product.url).ask(path, page);
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/dev-access']);
    },
  );

  it.each([
    '/',
    '/how-scores-are-measured',
    '/dev-access',
    '/dev-access/',
    '/?from=mail',
    '/boot.js',
    '/health/live',
    '/health/ready',
  ])('%s is open', async (path) => {
    expect((await new Visitor(product.url).ask(path, page)).status).toBe(200);
  });

  it('the landing page knows that registration is closed, until the password opens it', async () => {
    const closed = '<meta name="registration" content="closed">';
    const landing = async (visitor: Visitor) => (await visitor.ask('/', page)).body;
    expect(await landing(new Visitor(product.url))).toContain(closed);
    expect(await landing(await opened())).not.toContain(closed);
  });

  it('calls of the landing page are answered', async () => {
    const visitor = new Visitor(product.url);
    expect((await visitor.ask('/api/auth/user')).status).toBe(401);
    const discovered = await visitor.ask('/api/public/discover-subreddits', { method: 'POST', body: {} });
    const joined = await visitor.ask('/api/waitlist/signup', { method: 'POST', body: {} });
    const providers = await visitor.ask('/api/auth/providers');
    for (const { status } of [discovered, joined, providers]) expect(status).not.toBe(403);
  });

  it('an unknown address stays 404, another site is refused first, and no socket opens', async () => {
    const visitor = new Visitor(product.url);
    expect((await visitor.ask('/api/nothing')).status).toBe(404);
    const foreign = await visitor.ask('/api/leads/scan/start', {
      method: 'POST',
      headers: { origin: 'https://elsewhere.test' },
    });
    expect(code(foreign.body)).toBe('origin.forbidden');
    await expect(openLive(visitor)).rejects.toThrow('403');
  });

  it.each([undefined, 'x', `${Date.now() + 1e9}.${'a'.repeat(16)}.${'b'.repeat(43)}`])(
    'the pass %s opens nothing',
    async (pass) => {
      const headers = { cookie: `earshot_gate=${pass ?? ''}` };
      expect((await new Visitor(product.url).ask('/api/leads', { headers })).status).toBe(403);
    },
  );
});

describe('with the password', () => {
  it('everything is as without the gate, for a browser that keeps a cookie which scripts cannot read', async () => {
    const visitor = new Visitor(product.url);
    const reply = await give(visitor, { password });
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^earshot_gate=[^;]+; .*HttpOnly.*SameSite=Lax/),
    ]);
    expect((await visitor.ask('/auth', page)).body).toBe('<p>the app</p>');
    expect((await visitor.ask('/api/leads')).status).toBe(401);
    const body = { email: newEmail('early'), password: 'a quiet harbour' };
    expect((await visitor.ask('/api/auth/register', { method: 'POST', body })).status).toBe(201);
    expect((await visitor.ask('/api/auth/user')).status).toBe(200);
    (await openLive(visitor)).close();
  });

  it('for thirty days', async () => {
    const visitor = await opened();
    time += 29.9 * 24 * 3_600_000;
    expect((await visitor.ask('/api/leads')).status).toBe(401);
    time += 0.2 * 24 * 3_600_000;
    expect((await visitor.ask('/api/leads')).status).toBe(403);
  });

  it('the cookie is bound to the host where TLS protects it', async () => {
    const secure = await start({ DEV_ACCESS_PASSWORD: password, EARSHOT_URL: 'https://earshot.test' });
    const [cookie] = (await give(new Visitor(secure.url), { password })).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-earshot_gate=.*Path=\/.*Secure/);
    await secure.stop();
  });

  it('another password closes the gate again', async () => {
    const visitor = await opened();
    const other = await start({ DEV_ACCESS_PASSWORD: `${password}!` });
    const headers = { cookie: visitor.cookieHeader };
    expect((await new Visitor(other.url).ask('/api/leads', { headers })).status).toBe(403);
    await other.stop();
  });
});

describe('the password', () => {
  it.each([{}, { password: '' }, { password: null }])('a missing password (%j) is reported', async (body) => {
    const reply = await give(new Visitor(product.url), body);
    expect([reply.status, errorBody.parse(reply.body).message]).toEqual([400, 'Password is required']);
  });

  it('wrong is refused, and after ten times for a quarter of an hour even when right', async () => {
    const own = await start({ DEV_ACCESS_PASSWORD: password });
    const visitor = new Visitor(own.url);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const reply = await give(visitor, { password: 'wrong' });
      expect([reply.status, errorBody.parse(reply.body).message]).toEqual([401, 'Invalid password. Access denied.']);
    }
    const limited = await give(visitor, { password });
    expect([limited.status, code(limited.body)]).toEqual([429, 'rate.limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800);
    await own.stop();
  });
});

it('without the setting there is no gate, and any password is right', async () => {
  const open = await start({});
  const visitor = new Visitor(open.url);
  expect((await visitor.ask('/api/leads')).status).toBe(401);
  expect((await visitor.ask('/auth', page)).status).toBe(200);
  for (const path of ['/dev-access', '/dev-access/']) {
    const moved = await visitor.ask(path, page);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/auth']);
  }
  const reply = await give(visitor, { password: 'anything' });
  expect([reply.status, reply.body, reply.headers.getSetCookie()]).toEqual([200, { success: true }, []]);
  await open.stop();
});
