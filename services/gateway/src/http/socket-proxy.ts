import type { Part, Platform } from '@earshot/service-kit';
import { tokenHeader } from '@earshot/service-kit';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Sessions } from '../domain/session.ts';
import { recognise } from '../domain/visitor.ts';
import { addressOf, cleanHeaders, foreign, recordForeign } from './api-guard.ts';
import type { DevGate } from './dev-gate.ts';
import type { SessionCookies } from './session-cookies.ts';

interface Options {
  readonly platform: Pick<Platform, 'directory' | 'tokens' | 'clock' | 'log' | 'meters' | 'security'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly ownOrigins: ReadonlySet<string>;
  /** Number of the operator's proxies in front of the gateway. */
  readonly proxies: number;
  readonly gate: Pick<DevGate, 'admits'>;
}

/**
 * Forwards `/ws` to realtime with the session's token, or without one (realtime then closes the socket with 4401). The
 * handshake is refused to other sites, and to visitors without a pass of the development gate. When the gateway stops,
 * it closes open sockets and opens no new ones.
 */
export function socketProxy(options: Options): Part & { attach(server: Server): void } {
  const open = watchedSockets(options.platform);
  let stopping = false;
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    router: () => options.platform.directory.urlOf('realtime'),
    on: { error: (err) => options.platform.log.debug({ err }, 'socket proxy') },
  });
  const upgrade = async (req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> => {
    const { platform, sessions } = options;
    const session = await recognise(options.cookies.read(req.headers.cookie), { sessions, clock: platform.clock });
    cleanHeaders(req.headers);
    delete req.headers.cookie;
    if (session !== null) {
      const { userId, admin, sid } = session;
      req.headers[tokenHeader] = platform.tokens.sign('realtime', { userId, admin, sessionRef: sid });
    }
    proxy.upgrade(req, socket, head);
  };
  return {
    name: 'gateway sockets',
    attach: (server) => {
      server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy());
        if (!(socket instanceof Socket) || !isLiveChannel(req.url)) {
          refuse(socket, '404 Not Found');
          return;
        }
        if (isRefused(req, options)) {
          refuse(socket, '403 Forbidden');
          return;
        }
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        const passed = stopping ? Promise.reject(new Error('the gateway is stopping')) : upgrade(req, socket, head);
        passed.catch((err: unknown) => {
          options.platform.log.warn({ err }, 'could not open a socket');
          refuse(socket, '503 Service Unavailable');
        });
      });
    },
    start: () => Promise.resolve(),
    stop: () => {
      stopping = true;
      for (const socket of open) socket.destroy();
      return Promise.resolve();
    },
  };
}

/** Whether another site opens the socket, or a visitor without a pass of the development gate. */
function isRefused(req: IncomingMessage, { ownOrigins, proxies, platform, gate }: Options): boolean {
  const isForeign = foreign(req, ownOrigins);
  if (isForeign) recordForeign('socket', addressOf(req, proxies), platform.security);
  return isForeign || !gate.admits(req.headers);
}

/** The open sockets, also counted by a metric. */
function watchedSockets({ meters }: Pick<Platform, 'meters'>): Set<Duplex> {
  const open = new Set<Duplex>();
  meters.gauge('sockets').watch('gateway', () => [{ labels: { service: 'gateway' }, value: open.size }]);
  return open;
}

/** Clients can send any target; an invalid one matches no route. */
function isLiveChannel(target: string | undefined): boolean {
  return URL.parse(target ?? '/', 'http://own')?.pathname === '/ws';
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
