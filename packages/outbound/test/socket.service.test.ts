import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { allowedOutside, HandshakeRefused, openOutbound, OutboundError, type Resolver } from '../src/index.ts';

let server: Server;
let port = 0;
let accepted: WebSocket[] = [];

beforeAll(async () => {
  const sockets = new WebSocketServer({ noServer: true });
  server = createServer().listen(0, '0.0.0.0');
  server.on('upgrade', (req, connection, head) => {
    if (req.url === '/silent') return;
    if (req.url === '/refused')
      connection.end('HTTP/1.1 400 Bad Request\r\nretry-after: 7\r\nconnection: close\r\n\r\n{"error":"CursorTooOld"}');
    else if (req.url === '/moved') connection.end('HTTP/1.1 301 Moved\r\nlocation: ws://127.0.0.1/\r\n\r\n');
    else sockets.handleUpgrade(req, connection, head, (socket) => accepted.push(socket));
  });
  await once(server, 'listening');
  ({ port } = z.object({ port: z.number() }).parse(server.address()));
});
afterAll(() => {
  for (const socket of accepted) socket.terminate();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  accepted = [];
});

const namesAt =
  (address: string): Resolver =>
  (_name, _options, answer) =>
    answer(null, [{ address, family: 4 }]);

const request = { protocol: 'xrpc.v1.json', timeoutMs: 5_000, maxFrameBytes: 100_000 };
const forever = () => new AbortController().signal;
const { trusted } = openOutbound(allowedOutside.parse('')).sockets;

async function opened(signal = forever(), maxFrameBytes = request.maxFrameBytes) {
  const socket = await trusted(`ws://127.0.0.1:${port}/`, { ...request, maxFrameBytes, signal });
  const other = await until('the connection', () => accepted.at(-1) ?? null);
  return { socket, other };
}
const problemOf = async (opening: Promise<unknown>) => {
  try {
    await opening;
    return 'open';
  } catch (error) {
    return error instanceof OutboundError ? error.reason : error;
  }
};

describe('a connection', () => {
  it('gives the frames that came, in order, and none when none came in time', async () => {
    const { socket, other } = await opened();
    expect(other.protocol).toBe('xrpc.v1.json');
    for (const text of ['one', 'two']) other.send(text);
    const frames: string[] = [];
    while (frames.length < 2) frames.push(...(await socket.frames(5_000)).map(String));
    expect(frames).toEqual(['one', 'two']);
    expect(await socket.frames(10)).toEqual([]);
    socket.close();
  });

  it('ends with its server, after the last frame', async () => {
    const { socket, other } = await opened();
    other.send('last');
    other.close();
    await once(other, 'close');
    expect((await socket.frames(5_000)).map(String)).toEqual(['last']);
    await expect(socket.frames(5_000)).rejects.toMatchObject({ reason: 'no answer' });
  });

  it('ends with a frame that is too large', async () => {
    const { socket, other } = await opened(forever(), 1_000);
    other.send('x'.repeat(1_001));
    await expect(socket.frames(5_000)).rejects.toMatchObject({ reason: 'answer too large' });
  });

  it('ends when it is no longer wanted', async () => {
    const stop = new AbortController();
    const { socket, other } = await opened(stop.signal);
    const waiting = socket.frames(5_000);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    if (other.readyState !== other.CLOSED) await once(other, 'close');
  });

  it('is not read while its frames wait', async () => {
    const { socket, other } = await opened();
    const frame = 'x'.repeat(50_000);
    const all = 2_000;
    for (let n = 0; n < all; n += 1) other.send(frame);
    await until('the server to wait', () => socket.pauses() > 0);
    // Most of the 100 MB are still at the server or on the way.
    const first = await socket.frames(5_000);
    expect(first.length * frame.length).toBeLessThan(8 * 1024 * 1024);
    let count = first.length;
    while (count < all) count += (await socket.frames(5_000)).length;
    expect(count).toBe(all);
    socket.close();
  });
});

describe('a connection that is not made', () => {
  it('names the answer of the server', async () => {
    const refused = await problemOf(trusted(`ws://127.0.0.1:${port}/refused`, { ...request, signal: forever() }));
    expect(refused).toBeInstanceOf(HandshakeRefused);
    expect(refused).toMatchObject({ status: 400, body: '{"error":"CursorTooOld"}' });
    const moved = await problemOf(trusted(`ws://127.0.0.1:${port}/moved`, { ...request, signal: forever() }));
    expect(moved).toMatchObject({ status: 301 });
  });

  it('names why there is no answer', async () => {
    const silent = trusted(`ws://127.0.0.1:${port}/silent`, { ...request, timeoutMs: 50, signal: forever() });
    expect(await problemOf(silent)).toBe('time-out');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port: free } = z.object({ port: z.number() }).parse(other.address());
    other.close();
    await once(other, 'close');
    expect(await problemOf(trusted(`ws://127.0.0.1:${free}/`, { ...request, signal: forever() }))).toBe('unreachable');
  });

  it('goes to public addresses only, unless the operator allows more', async () => {
    const at = (address: string, allow = '', resolve = namesAt('127.0.0.1')) => {
      const { guarded } = openOutbound(allowedOutside.parse(allow), { resolve }).sockets;
      return problemOf(guarded(address, { ...request, signal: forever() }));
    };
    expect(await at(`ws://127.0.0.1:${port}/`)).toBe('forbidden address');
    expect(await at(`http://127.0.0.1:${port}/`, '127.0.0.1')).toBe('forbidden address');
    expect(await at(`ws://stream.example:${port}/`)).toBe('forbidden address');
    expect(accepted).toEqual([]);
    expect(await at(`ws://stream.example:${port}/`, '127.0.0.1')).toBe('open');
  });
});
