import { expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import express from 'express';
import { nonceOf, securityHeaders } from '../src/http/security-headers.ts';

/** Answers one request with the headers and the nonce of the answer. */
async function open(path: string, { secure = false } = {}) {
  const app = express();
  const setHeaders = securityHeaders({ secure, usageUrl: undefined });
  app.use((req, res, next) => {
    setHeaders(req, res);
    next();
  });
  app.use((_req, res) => void res.send(nonceOf(res)));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  const nonce = await answer.text();
  server.close();
  server.closeAllConnections();
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { headers: answer.headers, nonce, directives: policy.split(';') };
}

it.each(['/', '/dashboard', '/api/leads'])('%s loads and runs nothing of others, and is in no frame', async (path) => {
  const { directives, headers } = await open(path);
  expect(directives).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]),
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
});

it('pages require trusted types', async () => {
  const { directives } = await open('/auth');
  expect(directives).toEqual(expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types default']));
});

it('each page allows the styles of its own nonce', async () => {
  const [one, other] = [await open('/'), await open('/')];
  expect(one.directives).toContain(`style-src-elem 'self' 'nonce-${one.nonce}'`);
  expect(Buffer.from(one.nonce, 'base64')).toHaveLength(16);
  expect(one.nonce).not.toBe(other.nonce);
  expect((await open('/api/leads')).directives).toContain("style-src-elem 'self'");
});

it.each(['camera', 'microphone', 'geolocation', 'usb', 'payment'])('%s is off', async (feature) => {
  expect((await open('/')).headers.get('permissions-policy')?.split(', ')).toContain(`${feature}=()`);
});

it('only under https are browsers told to stay there', async () => {
  expect((await open('/', { secure: true })).headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
  expect((await open('/')).headers.has('strict-transport-security')).toBe(false);
});
