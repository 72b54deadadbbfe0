import { errorBody } from '@earshot/proto/http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createConnection } from 'node:net';
import { openProduct } from '../src/product.ts';
import { newEmail, Visitor } from '../src/visitor.ts';

const product = await openProduct();
afterAll(() => product.stop());

const post = (body: unknown, headers = {}) => ({ method: 'POST', body, headers });

function codeOf(body: unknown): string {
  return errorBody.parse(body).code;
}

describe('order of checks', () => {
  it.each([
    ['an unknown address', 'GET', '/api/nothing-here', 404, 'route.not-found'],
    ['a wrong method', 'DELETE', '/api/leads', 405, 'route.method-not-allowed'],
    ['no session', 'GET', '/api/leads', 401, 'auth.unauthorized'],
  ])('%s', async (_name, method, path, status, code) => {
    const reply = await new Visitor(product.url).ask(path, { method });
    expect(reply.status).toBe(status);
    expect(codeOf(reply.body)).toBe(code);
    expect(errorBody.parse(reply.body).requestId).toBe(reply.headers.get('x-request-id'));
  });

  it('refuses a foreign origin before it asks who is there', async () => {
    const reply = await new Visitor(product.url).ask(
      '/api/configuration',
      post({}, { origin: 'https://elsewhere.test' }),
    );
    expect([reply.status, codeOf(reply.body)]).toEqual([403, 'origin.forbidden']);
  });

  it('serves its own origin and scripts that name none', async () => {
    const visitor = await Visitor.registered(product.url);
    const own = await visitor.ask('/api/configuration', post({}, { origin: product.url }));
    expect([own.status, (await visitor.ask('/api/configuration', post({}))).status]).toEqual([200, 200]);
  });
});

describe('bodies', () => {
  it('answers 413 for more than 100 KB, also without a length', async () => {
    const visitor = await Visitor.registered(product.url);
    const large = JSON.stringify({ businessDescription: 'x'.repeat(101 * 1024) });
    expect((await visitor.ask('/api/configuration', post(large))).status).toBe(413);
    expect(await chunked(visitor, '/api/configuration', large)).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('sessions', () => {
  it('sign-out ends the session at once, and twice does no harm', async () => {
    const visitor = await Visitor.registered(product.url);
    const thief = { headers: { cookie: visitor.cookieHeader } };
    expect((await visitor.ask('/api/auth/user')).status).toBe(200);
    expect((await visitor.ask('/api/auth/logout', post({}))).status).toBe(204);
    expect((await new Visitor(product.url).ask('/api/auth/user', thief)).status).toBe(401);
    expect((await visitor.ask('/api/auth/logout', post({}))).status).toBe(204);
  });

  it('sets a cookie scripts cannot read and a marker they can, and hides the instruction', async () => {
    const visitor = new Visitor(product.url);
    const body = { email: newEmail('cookie'), password: 'a quiet harbour' };
    const reply = await visitor.ask('/api/auth/register', post(body));
    const [session, marker] = reply.headers.getSetCookie();
    expect(session).toMatch(/^earshot=[\w-]{43}; .*HttpOnly/);
    expect(session).toMatch(/SameSite=Lax/);
    expect(marker).toMatch(/^signed_in=1; (?!.*HttpOnly)/);
    expect([...reply.headers.keys()].filter((name) => name.startsWith('x-earshot'))).toEqual([]);
  });

  it('a sign-in creates a new secret and ignores the old one of the browser', async () => {
    const { url } = product;
    const credentials = { email: newEmail('fixed'), password: 'a quiet harbour' };
    await new Visitor(url).ask('/api/auth/register', { method: 'POST', body: credentials });
    const chosen = { cookie: 'earshot=chosen-by-somebody-else' };
    const visitor = new Visitor(url);
    await visitor.ask('/api/auth/login', { method: 'POST', body: credentials, headers: chosen });
    expect((await visitor.ask('/api/auth/user')).status).toBe(200);
    expect((await new Visitor(url).ask('/api/auth/user', { headers: chosen })).status).toBe(401);
  });
});

describe('answers', () => {
  it('are kept by no cache, errors included', async () => {
    const visitor = await Visitor.registered(product.url);
    for (const path of ['/api/auth/user', '/api/leads', '/api/leads/export', '/api/nothing-here'])
      expect([path, (await visitor.ask(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect((await new Visitor(product.url).ask('/api/auth/user')).headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/', '/api/leads', '/api/auth/user', '/health/live', '/sandbox/r/startups'])(
    'TRACE %s echoes nothing',
    async (path) => {
      const visitor = await Visitor.registered(product.url);
      const reply = await raw(visitor, { line: `TRACE ${path} HTTP/1.1` });
      expect(reply).toMatch(/^HTTP\/1.1 40[45] /);
      expect(reply).not.toContain(visitor.cookieHeader);
    },
  );
});

describe('health', () => {
  it.each(['live', 'ready'])('answers /health/%s', async (kind) => {
    expect((await new Visitor(product.url).ask(`/health/${kind}`)).status).toBe(200);
  });
});

/** Sends a chunked body over a raw socket and resolves with the start of the answer. */
function chunked(visitor: Visitor, path: string, body: string): Promise<string> {
  const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const chunks = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return raw(visitor, { line: `POST ${path} HTTP/1.1`, headers, body: chunks });
}

/** Sends a request over a raw socket and resolves with the start of the answer. */
function raw(visitor: Visitor, { line, headers = [], body = '' }: RawRequest): Promise<string> {
  const { hostname, port, host } = new URL(visitor.url);
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => {
      socket.write(`${[line, `Host: ${host}`, `Cookie: ${visitor.cookieHeader}`, ...headers].join('\r\n')}\r\n\r\n`);
      socket.write(body);
    });
    socket.once('data', (data: Buffer) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

interface RawRequest {
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}
