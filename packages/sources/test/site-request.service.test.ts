import { AppError } from '@earshot/core';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { requestSite } from '../src/site-request.ts';

/** Sent without an end, 1 MB at a time. */
const block = Buffer.alloc(1024 * 1024, 'x');
/** The paths that were asked for, and how often. */
const asked: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (req.url === '/moved') {
      res.writeHead(302, { location: '/inside' }).end('{}');
      return;
    }
    if (req.url !== '/endless') {
      res.end('{"kind":"t3"}');
      return;
    }
    const send = () => {
      while (res.write(block));
    };
    res.on('drain', send);
    send();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fetcher = openOutbound(allowedOutside.parse('')).trusted;
const ask = (path: string) => requestSite(url + path, { method: 'GET', headers: {} }, { fetcher, timeoutMs: 20_000 });

it('reads the JSON of an answer', async () => {
  expect(await ask('/post')).toMatchObject({ status: 200, body: { kind: 't3' } });
});

it('follows no redirect: a site could lead to an address inside the network', async () => {
  expect(await ask('/moved')).toMatchObject({ status: 302, body: {} });
  expect(asked).not.toContain('/inside');
});

it('gives up an answer that does not end', async () => {
  const error = await ask('/endless').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'source.unavailable', details: { reason: 'answer too large' } });
});
