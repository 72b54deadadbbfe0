import { liveChannelTarget, type Part, type Platform, tokenHeader, type UpgradeHandler } from '@earshot/service-kit';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@earshot/core';
import type { Session, Sessions } from '../domain/session.ts';
import type { SocketSlots } from '../domain/socket-slots.ts';
import { recognise } from '../domain/visitor.ts';
import { cleanHeaders, foreign, recordForeign } from './api-guard.ts';
import type { DevGate } from './dev-gate.ts';
import type { NetworkLimit } from './network-limit.ts';
import { openSockets } from './open-sockets.ts';
import type { SessionCookies } from './session-cookies.ts';

interface Options {
  readonly platform: Pick<Platform, 'directory' | 'tokens' | 'clock' | 'log' | 'meters' | 'security'>;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  /** The configured address of Earshot, if any. */
  readonly url: string | undefined;
  readonly gate: Pick<DevGate, 'admits'>;
  readonly network: Pick<NetworkLimit, 'count'>;
  readonly slots: SocketSlots;
}

/**
 * Forwards `/ws` to realtime with the session's token, or without one (realtime then closes the socket with 4401).
 * Refuses the handshake to other sites, to visitors without a pass of the development gate, to networks over their
 * limit, and to sessions with too many sockets. A socket ends with its session. When the gateway stops, it closes open
 * sockets and opens no new ones.
 */
export function socketProxy(options: Options): { parts: Part[]; upgrade: UpgradeHandler } {
  const open = openSockets(options);
  const forward = socketForwarder(options);
  let stopping = false;
  /** Returns the status of a refusal, or undefined once the socket is forwarded or closed. */
  const connect = async (req: IncomingMessage, socket: Socket, head: Buffer): Promise<string | undefined> => {
    const network = await options.network.count(req);
    const isForeign = foreign(req, options.url);
    if (isForeign) recordForeign('socket', network, options.platform.security);
    if (isForeign || !options.gate.admits(req.headers)) return '403 Forbidden';
    if (stopping) return '503 Service Unavailable';
    const { sessions, platform } = options;
    const session = await recognise(options.cookies.read(req.headers.cookie), { sessions, clock: platform.clock });
    if (session !== null && !(await open.join(socket, session))) return '429 Too Many Requests';
    if (socket.destroyed) return undefined;
    forward(session, req, socket, head);
    return undefined;
  };
  const stopper: Part = {
    name: 'gateway sockets',
    start: () => Promise.resolve(),
    stop: () => {
      stopping = true;
      return open.closeAll();
    },
  };
  return {
    parts: [stopper, open.sweeper, open.keeper],
    upgrade: (req, socket, head) => {
      socket.on('error', () => socket.destroy());
      if (!(socket instanceof Socket) || !isLiveChannel(req.url)) {
        refuse(socket, '404 Not Found');
        return;
      }
      open.add(socket);
      void connect(req, socket, head)
        .catch((err: unknown) => refusalOf(err, options.platform))
        .then((status) => status !== undefined && refuse(socket, status));
    },
  };
}

function refusalOf(err: unknown, { log }: Pick<Platform, 'log'>): string {
  if (err instanceof AppError && err.code === 'rate.limited') {
    const { retryAfterSeconds } = err.details;
    return `429 Too Many Requests\r\nRetry-After: ${retryAfterSeconds ?? 60}`;
  }
  log.warn({ err }, 'could not open a socket');
  return '503 Service Unavailable';
}

/** Sends a handshake to realtime, with the token of the session instead of the cookie. */
function socketForwarder({ platform }: Pick<Options, 'platform'>) {
  const proxy = createProxyMiddleware({
    target: 'http://127.0.0.1',
    changeOrigin: true,
    router: () => platform.directory.urlOf('realtime'),
    on: { error: (err) => platform.log.debug({ err }, 'socket proxy') },
  });
  return (session: Session | null, req: IncomingMessage, socket: Socket, head: Buffer): void => {
    cleanHeaders(req.headers);
    delete req.headers.cookie;
    if (session !== null) {
      const { userId, admin, sid } = session;
      req.headers[tokenHeader] = platform.tokens.sign(liveChannelTarget, { userId, admin, sessionRef: sid });
    }
    proxy.upgrade(req, socket, head);
  };
}

/** Clients can send any target; an invalid one matches no route. */
function isLiveChannel(target: string | undefined): boolean {
  return URL.parse(target ?? '/', 'http://own')?.pathname === '/ws';
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
