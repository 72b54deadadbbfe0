import { errorBody } from '@earshot/proto/http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openProduct } from '../src/product.ts';
import { speak } from '../src/speak.ts';
import { Visitor } from '../src/visitor.ts';

const product = await openProduct();
afterAll(() => product.stop());

const upgrade =
  'Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

describe('addresses', () => {
  it.each([
    ['//', 404],
    ['///', 404],
    ['/\\', 404],
    ['/%77s', 404],
    ['/WS', 404],
    // It names an empty host.
    ['http://', 421],
  ])('a handshake to %s is a %i and harms nobody', async (target, status) => {
    const answer = await speak(product.url, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await new Visitor(product.url).ask('/health/live')).status).toBe(200);
  });

  it('an offer of HTTP/2 is passed over', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM\r\n';
    expect(await speak(product.url, `GET /health/live HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`)).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });

  it('another spelling of an address does not pass by the checks', async () => {
    const visitor = await Visitor.registered(product.url);
    const foreign = { method: 'POST', headers: { origin: 'https://elsewhere.test' } };
    for (const path of ['/API/auth/logout', '/api/auth/LOGOUT', '//api/auth/logout', '/api%2fauth/logout'])
      expect([path, (await visitor.ask(path, foreign)).status]).toEqual([path, 404]);
    expect((await visitor.ask('/api/auth/logout/', foreign)).status).toBe(403);
    expect((await visitor.ask('/api/auth/user')).status).toBe(200);
  });

  it.each(['%E0%A4%A', '..', '%2e%2e', 'a%2Fb', '%00', '$ne', '{"$ne":1}', 'x'.repeat(2_000)])(
    'the id %s names nothing',
    async (id) => {
      const visitor = await Visitor.registered(product.url);
      const calls = [
        ['GET', `/api/leads/scan/status/${id}`],
        ['POST', `/api/leads/scan/cancel/${id}`],
        ['DELETE', `/api/subreddits/${id}`],
        ['PATCH', `/api/leads/${id}/status`, { status: 'contacted' }],
        ['POST', `/api/leads/${id}/generate-message`, { messageType: 'dm' }],
      ] as const;
      for (const [method, path, body] of calls) {
        // Uses a raw socket, because fetch would resolve the dots in the path.
        const text = body === undefined ? '' : JSON.stringify(body);
        const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${visitor.cookieHeader}\r\n`;
        const kind = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n`;
        expect([path, (await speak(product.url, head + kind + text)).slice(0, 12)]).toEqual([path, 'HTTP/1.1 404']);
      }
    },
  );
});

describe('words', () => {
  it.each([
    ['/api/configuration', '5', { body: 'The request body must be a JSON object' }],
    ['/api/configuration', '[]', { body: 'The request body must be a JSON object' }],
    ['/api/auth/register', '{"email":"  ","password":"12345678"}', { email: 'Email and password are required' }],
    ['/api/auth/login', '{"email":"  ","password":"x"}', { email: 'Please fill in all fields' }],
  ])('%s with %s reports what is wrong', async (path, body, fields) => {
    const visitor = await Visitor.registered(product.url);
    const reply = await visitor.ask(path, { method: 'POST', body });
    expect([reply.status, errorBody.parse(reply.body).fields]).toEqual([400, fields]);
  });

  it('a repeated key of a query is named', async () => {
    const visitor = await Visitor.registered(product.url);
    const reply = await visitor.ask('/api/leads?subreddit=a&subreddit=b');
    expect([reply.status, errorBody.parse(reply.body).message]).toEqual([400, 'subreddit must be one name']);
  });
});

describe('bodies', () => {
  it.each(['gzip', 'br', 'zstd', 'deflate'])(
    'a body that is not the %s it claims to be is malformed',
    async (encoding) => {
      const visitor = await Visitor.registered(product.url);
      const reply = await visitor.ask('/api/configuration', {
        method: 'POST',
        body: '{"maxLeadsPerScan":25}',
        headers: { 'content-encoding': encoding },
      });
      expect([reply.status, errorBody.parse(reply.body).code]).toEqual([400, 'request.malformed']);
    },
  );

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 4'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ['an encoding that hides chunks', 'Transfer-Encoding: xchunked'],
    ['a header that continues on the next line', 'X-A: 1\r\n Content-Length: 2'],
  ])('a request with %s is refused, so that nothing is read as a second one', async (_what, lines) => {
    const head = `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;
    const second = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const answers = await speak(product.url, `${head}{}${second}`);
    expect(answers.match(/^HTTP\/1.1 .*$/gm)).toEqual(['HTTP/1.1 400 Bad Request']);
  });

  it.each([
    [102_400, 200],
    [102_401, 413],
  ])('a body of %d bytes gets %d', async (bytes, status) => {
    const visitor = await Visitor.registered(product.url);
    const body = '{"maxLeadsPerScan":25}'.padEnd(bytes);
    expect((await visitor.ask('/api/configuration', { method: 'POST', body })).status).toBe(status);
  });

  it('a long body to a call without a session gets 413 too', async () => {
    // The call of mail programs, which send a form.
    const sent = { method: 'POST', body: new URLSearchParams({ List: 'x'.repeat(102_401) }) };
    const answer = await fetch(`${product.url}/api/auth/unsubscribe?token=x`, sent);
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'request.too-large' }]);
  });
});
