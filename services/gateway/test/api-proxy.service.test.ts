import type { Platform } from '@earshot/service-kit';
import { createLogger, noMeters } from '@earshot/core';
import { leadContract } from '@earshot/proto/http/lead';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type ApiProxy, apiProxy } from '../src/http/api-proxy.ts';

let owner: Server;
let gateway: Server;
let proxy: ApiProxy;
let url: string;
let ownerUrl: string;
/** The requests the owner received: the method, and the index of its connection. */
let received: [method: string, connection: number][];
let handle: (req: IncomingMessage, res: ServerResponse) => void;

beforeEach(async () => {
  received = [];
  const connections: Socket[] = [];
  owner = createServer((req, res) => {
    if (!connections.includes(req.socket)) connections.push(req.socket);
    received.push([req.method ?? '', connections.indexOf(req.socket)]);
    handle(req, res);
  });
  ownerUrl = await listening(owner);
  const platform: Pick<Platform, 'directory' | 'log' | 'meters'> = {
    directory: { urlOf: () => ownerUrl, hasStarted: () => true },
    log: createLogger({ name: 'test', level: 'silent' }),
    meters: noMeters,
  };
  proxy = apiProxy({ platform, instructions: { carryOut: () => Promise.resolve([]) }, unreadMs: 100 });
  const app = express();
  app.get('/', proxy.forward(leadContract.listLeads, null));
  app.post('/', proxy.forward(leadContract.addSubreddit, null));
  app.delete('/', proxy.forward(leadContract.deleteSubreddit, null));
  gateway = createServer(app);
  url = await listening(gateway);
});
afterEach(async () => {
  await proxy.stop();
  for (const server of [gateway, owner]) {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

it('sends a request once, also a read on a connection that the owner has just closed', async () => {
  const used = new WeakSet<Socket>();
  handle = ({ socket }, res) => {
    if (used.has(socket)) socket.destroy();
    else res.end('here');
    used.add(socket);
  };
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url)).status).toBe(503);
  expect(received).toEqual([
    ['GET', 0],
    ['GET', 0],
  ]);
});

it('does not answer for an owner that has begun to answer', async () => {
  handle = ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n');
  await expect(fetch(url)).rejects.toThrow();
  expect(received).toEqual([['GET', 0]]);
});

it('streams bodies of any length in both directions, in chunks or with a length', async () => {
  handle = (req, res) => void req.pipe(res);
  const bytes = Buffer.alloc(3_000_000, 'earshot ');
  const chunks = new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 100_000) controller.enqueue(bytes.subarray(at, at + 100_000));
      controller.close();
    },
  });
  for (const body of [bytes, chunks]) {
    const answer = await fetch(url, { method: 'POST', body, duplex: 'half' });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
});

it("keeps the client's connection when the owner ends its own", async () => {
  handle = (_req, res) => void res.setHeader('connection', 'close').end('here');
  const { headers } = await fetch(url);
  expect(headers.get('connection')).toBe('keep-alive');
});

/** Sends text and resolves with all that comes back until the gateway closes the connection. */
async function speak(words: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(words);
  return text(socket);
}

it('a chunked body never becomes a second request, whatever the method', async () => {
  handle = (req, res) => void text(req).then((body) => res.end(body));
  const inner = 'GET /inner HTTP/1.1\r\nhost: a\r\n\r\n';
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  for (const method of ['GET', 'POST', 'DELETE']) {
    const head = `${method} / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`;
    expect(await speak(head + chunk)).toContain(inner);
  }
  expect(received.map(([method]) => method)).toEqual(['GET', 'POST', 'DELETE']);
});

it("passes no header of the client's connection to the owner or back", async () => {
  let headers: IncomingMessage['headers'] = {};
  handle = (req, res) => {
    ({ headers } = req);
    res.end('here');
  };
  const lines = ['connection: x-one, close', 'keep-alive: timeout=9', 'upgrade: h2c', 'x-one: 1'];
  const answer = await speak(`GET / HTTP/1.1\r\nhost: a\r\n${lines.join('\r\n')}\r\n\r\n`);
  expect(headers).toEqual({ connection: 'keep-alive', host: new URL(ownerUrl).host, 'x-one': '1' });
  expect(answer.match(/^(?:connection|keep-alive):.*$/gim)).toEqual(['connection: close']);
});

it('ends the request to the owner when the client leaves', async () => {
  const [client, ended] = [new AbortController(), Promise.withResolvers<boolean>()];
  handle = (_req, res) => {
    res.once('close', () => ended.resolve(res.writableFinished));
    client.abort();
  };
  await expect(fetch(url, { signal: client.signal })).rejects.toThrow('aborted');
  expect(await ended.promise).toBe(false);
});

it('never makes an answer that the owner broke off look complete', async () => {
  handle = (_req, res) => {
    res.setHeader('content-length', 10);
    res.write('half');
    setImmediate(() => res.destroy());
  };
  await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
});

it('ends an answer that the client leaves unread, so that the owner does not hold it', async () => {
  const left = new Promise<void>((resolve) => {
    handle = (_req, res) => {
      res.once('close', () => resolve());
      res.end(Buffer.alloc(64 * 1024 * 1024));
    };
  });
  const { hostname, port } = new URL(url);
  const client = connect(Number(port), hostname);
  client.on('error', () => undefined);
  client.write(`GET / HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  await left;
  client.destroy();
});
