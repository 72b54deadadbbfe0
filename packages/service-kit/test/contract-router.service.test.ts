import { AppError } from '@earshot/core';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { contractRouter } from '../src/http/contract-router.ts';

const contracts = [
  { method: 'GET', path: '/api/leads/:id' },
  { method: 'GET', path: '/api/leads/export' },
  { method: 'PUT', path: '/api/leads/:id/rating' },
  { method: 'GET', path: '/api/leads' },
  { method: 'POST', path: '/api/leads' },
  { method: 'GET', path: '/.well-known/security.txt' },
] as const;

let server: Server;
beforeAll(async () => {
  const app = express();
  app.use(
    contractRouter(
      contracts.map((contract) => [contract, (req, res) => void res.json([contract.path, { ...req.params }])]),
    ),
  );
  app.use((_req, res) => void res.status(404).json('nothing'));
  app.use((thrown: unknown, _req: Request, res: Response, _next: NextFunction) => {
    res.status(500).json(thrown instanceof AppError ? thrown.code : thrown instanceof URIError && 'not decoded');
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** Sends the path as it is, which `fetch` would not. */
async function ask(method: string, path: string) {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { promise, resolve, reject } = Promise.withResolvers<{ allow: string | undefined; body: unknown }>();
  const sent = request({ port, host: '127.0.0.1', method, path }, (res) => {
    const { allow } = res.headers;
    text(res).then((body) => resolve({ allow, body: body === '' ? res.statusCode : JSON.parse(body) }), reject);
  });
  sent.on('error', reject).end();
  return promise;
}

it.each([
  ['GET', '/api/leads', '/api/leads', {}],
  ['POST', '/api/leads', '/api/leads', {}],
  ['GET', '/api/leads/', '/api/leads', {}],
  ['GET', '/api/leads?a=/b', '/api/leads', {}],
  ['GET', '/api/leads/7', '/api/leads/:id', { id: '7' }],
  ['GET', '/api/leads/7/', '/api/leads/:id', { id: '7' }],
  ['GET', '/api/leads/a%2Fb%20c', '/api/leads/:id', { id: 'a/b c' }],
  ['GET', '/api/leads/..', '/api/leads/:id', { id: '..' }],
  ['GET', '/api/leads/:id', '/api/leads/:id', { id: ':id' }],
  ['GET', '/api/leads/export', '/api/leads/export', {}],
  ['PUT', '/api/leads/export/rating', '/api/leads/:id/rating', { id: 'export' }],
  ['GET', '/.well-known/security.txt', '/.well-known/security.txt', {}],
])('%s %s reaches its route', async (method, path, route, params) => {
  expect(await ask(method, path)).toEqual({ allow: undefined, body: [route, params] });
});

it('HEAD is answered like GET, without a body', async () => {
  expect(await ask('HEAD', '/api/leads')).toEqual({ allow: undefined, body: 200 });
});

it.each([
  '/api',
  '/api/Leads',
  '//api/leads',
  '/api/leads//',
  '/api/leads/7/rating/8',
  '/api/leads/7//',
  '/api/leads/../leads',
  '/api/%6Ceads',
  '/api%2fleads',
  '/.well-known/security-txt',
  '/x/api/leads',
])('%s continues', async (path) => {
  expect((await ask('GET', path)).body).toBe('nothing');
});

it.each(['/api/leads/%', '/api/leads/%E0%A4'])('%s reaches no route, because it cannot be decoded', async (path) => {
  expect((await ask('GET', path)).body).toBe('not decoded');
});

it.each([
  ['DELETE', '/api/leads', 'GET, POST'],
  ['OPTIONS', '/api/leads', 'GET, POST'],
  ['TRACE', '/api/leads/7', 'GET'],
  ['PUT', '/api/leads/export', 'GET'],
])('%s %s is refused with the methods of the path', async (method, path, allow) => {
  expect(await ask(method, path)).toEqual({ allow, body: 'route.method-not-allowed' });
});

it('HEAD of a path without GET is refused', async () => {
  expect(await ask('HEAD', '/api/leads/7/rating')).toEqual({ allow: 'PUT', body: 500 });
});
