import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { allowedOutside, openOutbound, OutboundError, type Resolver } from '../src/index.ts';

/** The paths that were asked for. */
const asked: string[] = [];
let server: Server;
let port = 0;

const answers: Record<string, (req: IncomingMessage, res: ServerResponse) => void> = {
  '/feed': (_, res) => res.setHeader('content-type', 'application/rss+xml').end('<rss/>'),
  '/moved': (_, res) => res.writeHead(301, { location: '/feed' }).end(),
  '/moved-twice': (_, res) => res.writeHead(302, { location: '/moved' }).end(),
  '/around': (_, res) => res.writeHead(302, { location: '/around' }).end(),
  '/inside': (_, res) => res.writeHead(302, { location: `http://127.0.0.1:${port}/feed` }).end(),
  '/file': (_, res) => res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/bomb': (_, res) => res.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(4 * 1024 * 1024))),
  '/silent': () => undefined,
  '/half': (_, res) => {
    res.writeHead(200, { 'content-length': '1000' }).write('half');
    setImmediate(() => res.destroy());
  },
};

beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url ?? '');
    answers[req.url ?? '']?.(req, res);
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Resolves every name to these addresses, in turn. */
function namesAt(...addresses: readonly string[]) {
  let asks = 0;
  const resolve: Resolver = (_name, _options, answer) => {
    const address = addresses[asks % addresses.length] ?? '';
    asks += 1;
    answer(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
  return { resolve, asks: () => asks };
}

async function reasonOf(
  address: string,
  {
    allow = '',
    resolve,
    ...request
  }: Partial<Parameters<ReturnType<typeof openOutbound>['guarded']>[1]> & {
    allow?: string;
    resolve?: Resolver;
  } = {},
): Promise<string> {
  const outbound = openOutbound(allowedOutside.parse(allow), { resolve });
  try {
    const { status } = await outbound.guarded(address, { timeoutMs: 5_000, ...request });
    return String(status);
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

/** A port at which nobody listens. */
async function freePort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  other.close();
  await once(other, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const loopback = '127.0.0.0/8';

describe('the guard of requests to the outside', () => {
  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://0.0.0.0',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://localhost',
    'http://user:password@example.com',
    'ftp://example.com',
    'file:///etc/passwd',
  ])('does not ask %s', async (address) => {
    const before = asked.length;
    const withPort = address.startsWith('http') ? `${address}:${port}/feed` : address;
    expect(await reasonOf(withPort)).toBe('forbidden address');
    expect(asked).toHaveLength(before);
  });

  it('does not ask a name that resolves to an address of the own network', async () => {
    const { resolve } = namesAt('192.168.1.1');
    expect(await reasonOf('http://forum.example/feed', { resolve })).toBe('forbidden address');
  });

  it('connects to the address that was checked, although the name changes it at once', async () => {
    // The first address is open but nobody listens there; the second is the one that an attacker wants.
    const { resolve, asks } = namesAt('127.0.0.2', '127.0.0.1');
    const before = asked.length;
    server.once('connection', ({ localAddress }) => expect(localAddress).toBe('127.0.0.2'));
    expect(await reasonOf(`http://forum.example:${port}/feed`, { allow: '127.0.0.2', resolve })).toBe('200');
    expect(asks()).toBe(1);
    expect(asked).toHaveLength(before + 1);
  });

  it('asks what the operator allows, by network, address and name', async () => {
    expect(await reasonOf(`http://127.0.0.1:${port}/feed`, { allow: loopback })).toBe('200');
    expect(await reasonOf(`http://127.0.0.1:${port}/feed`, { allow: '10.0.0.0/8, 127.0.0.1' })).toBe('200');
    const { resolve } = namesAt('127.0.0.1');
    expect(await reasonOf(`http://Forum.internal:${port}/feed`, { allow: 'forum.internal', resolve })).toBe('200');
    expect(await reasonOf(`http://127.0.0.1:${port}/feed`, { allow: 'forum.internal' })).toBe('forbidden address');
  });

  it('names what an operator wrote that is no network and no host', () => {
    expect(allowedOutside.safeParse('10.0.0.0/8, http://forum').error?.issues[0]?.message).toContain('10.0.0.0/8');
  });

  it('follows redirects as far as it was told, and checks each of them', async () => {
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const allow = loopback;
    expect(await reasonOf(at('/moved'), { allow })).toBe('301');
    expect(await reasonOf(at('/moved-twice'), { allow, redirects: 2 })).toBe('200');
    expect(await reasonOf(at('/moved-twice'), { allow, redirects: 1 })).toBe('too many redirects');
    expect(await reasonOf(at('/around'), { allow, redirects: 5 })).toBe('too many redirects');
    expect(await reasonOf(at('/file'), { allow, redirects: 5 })).toBe('forbidden address');
    const { resolve } = namesAt('127.0.0.2');
    const open = { allow: '127.0.0.2', resolve, redirects: 5 };
    expect(await reasonOf(`http://forum.example:${port}/inside`, open)).toBe('forbidden address');
  });

  it('ends at its limits of size, time and kind of content', async () => {
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const allow = loopback;
    expect(await reasonOf(at('/bomb'), { allow, maxBytes: 1024 * 1024 })).toBe('answer too large');
    expect(await reasonOf(at('/silent'), { allow, timeoutMs: 50 })).toBe('time-out');
    expect(await reasonOf(at('/half'), { allow })).toBe('no answer');
    expect(await reasonOf(at('/feed'), { allow, mediaTypes: /html/ })).toBe('unexpected content');
    expect(await reasonOf(at('/feed'), { allow, mediaTypes: /xml|html/ })).toBe('200');
    expect(await reasonOf(`http://127.0.0.1:${await freePort()}/`, { allow })).toBe('unreachable');
  });

  it('stops when its caller leaves', async () => {
    const outbound = openOutbound(allowedOutside.parse(loopback));
    const leaving = new AbortController();
    const before = asked.length;
    const { signal } = leaving;
    const answer = outbound.guarded(`http://127.0.0.1:${port}/silent`, { timeoutMs: 60_000, signal });
    await until('the request', async () => asked.length > before);
    leaving.abort(new Error('the caller left'));
    await expect(answer).rejects.toThrow('the caller left');
  });

  it('names itself, unless a site prescribes a form', async () => {
    const contact = 'mailto:ops@example.test';
    const named = async (headers: Record<string, string>, how = {}) => {
      const outbound = openOutbound(allowedOutside.parse(loopback), how);
      const asking = once(server, 'request');
      await outbound.guarded(`http://127.0.0.1:${port}/feed`, { timeoutMs: 5_000, headers });
      const [request] = z
        .array(z.object({ headers: z.record(z.string(), z.unknown()) }))
        .parse((await asking).slice(0, 1));
      return request?.headers['user-agent'];
    };
    expect(await named({})).toBe('earshot');
    expect(await named({}, { contact })).toBe('earshot (+mailto:ops@example.test)');
    expect(await named({ 'user-agent': 'server:earshot:v1' })).toBe('server:earshot:v1');
  });

  it('asks any address that the operator set', async () => {
    const outbound = openOutbound(allowedOutside.parse(''));
    expect((await outbound.trusted(`http://127.0.0.1:${port}/feed`, { timeoutMs: 5_000 })).status).toBe(200);
  });
});
