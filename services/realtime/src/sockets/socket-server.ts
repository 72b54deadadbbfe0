import {
  liveChannelTarget,
  type Part,
  type Platform,
  tokenHeader,
  type UpgradeHandler,
  type VerifiedToken,
} from '@earshot/service-kit';
import { clientFrame, closeCodes, maxFrameBytes } from '@earshot/proto/realtime';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { UserStreams } from '../streams/user-streams.ts';
import { type Client, type Clients, close, keepsUp } from './clients.ts';
import { limitFrames } from './frame-limit.ts';

/** Time limits of the live channel. */
export interface SocketTimes {
  /** Milliseconds a client has to send `authenticate`. */
  readonly authenticateWithinMs: number;
  /** Milliseconds between pings. A client that did not answer the last ping is disconnected. */
  readonly pingEveryMs: number;
}

export const socketTimes: SocketTimes = { authenticateWithinMs: 10_000, pingEveryMs: 30_000 };

interface Options {
  readonly platform: Pick<Platform, 'tokens' | 'log' | 'meters'>;
  readonly clients: Pick<Clients, 'add' | 'remove'>;
  readonly streams: Pick<UserStreams, 'join' | 'leave'>;
  readonly times: SocketTimes;
}

/**
 * Serves `/ws`: a socket must have a gateway session's token and send `authenticate` first; then it only receives. Sockets
 * that send too much are closed.
 */
export function socketServer(options: Options): Part & { upgrade: UpgradeHandler } {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false });
  const alive = new WeakSet<WebSocket>();
  let pings: NodeJS.Timeout | undefined;
  options.platform.meters
    .gauge('sockets')
    .watch('realtime', () => [{ labels: { service: 'realtime' }, value: server.clients.size }]);
  const accept = (socket: WebSocket, connection: Duplex, req: IncomingMessage) => {
    alive.add(socket);
    limitFrames(socket, connection);
    socket.on('pong', () => alive.add(socket));
    socket.on('error', (err) => options.platform.log.debug({ err }, 'socket error'));
    const token = req.headers[tokenHeader];
    const session =
      typeof token === 'string' ? options.platform.tokens.verify(token, liveChannelTarget.contract) : null;
    if (session === null || session.issuer !== 'gateway') close(socket, closeCodes.unauthorized, 'sign in first');
    else welcome({ socket, connection }, session, sinceOf(req.url), options);
  };
  return {
    name: 'sockets',
    upgrade: (req, socket, head) => server.handleUpgrade(req, socket, head, (opened) => accept(opened, socket, req)),
    start: () => {
      pings = setInterval(() => {
        for (const socket of server.clients) {
          if (alive.delete(socket)) socket.ping();
          else socket.terminate();
        }
      }, options.times.pingEveryMs);
      pings.unref();
      return Promise.resolve();
    },
    stop: () => {
      clearInterval(pings);
      for (const socket of server.clients) close(socket, closeCodes.restarting, 'restarting');
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The number of the last frame that the client has; undefined without a valid one. */
function sinceOf(target: string | undefined): number | undefined {
  const since = URL.parse(target ?? '/', 'http://own')?.searchParams.get('since') ?? '';
  const number = /^\d{1,16}$/.test(since) ? Number(since) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

function welcome(
  { socket, connection }: Pick<Client, 'socket' | 'connection'>,
  session: VerifiedToken,
  since: number | undefined,
  { clients, streams, times }: Options,
): void {
  const client: Client = { socket, connection, userId: session.userId, sessionRef: session.sessionRef };
  if (!clients.add(client)) {
    close(socket, closeCodes.unauthorized, 'session ended');
    return;
  }
  let place = since;
  const late = setTimeout(
    () => close(socket, closeCodes.authenticateTimeout, 'authenticate first'),
    times.authenticateWithinMs,
  );
  late.unref();
  socket.once('close', () => {
    clearTimeout(late);
    clients.remove(client);
    streams.leave(client);
  });
  socket.on('message', (data: RawData, isBinary: boolean) => {
    // A client that sends but does not read must not fill the memory with answers.
    if (!keepsUp(socket)) return;
    const frame = !isBinary && Buffer.isBuffer(data) ? parseJson(data.toString()) : undefined;
    if (frame === undefined) {
      close(socket, closeCodes.notJson, 'frames are JSON');
      return;
    }
    const authenticate = clientFrame.safeParse(frame.value);
    if (!authenticate.success) return;
    if (authenticate.data.userId !== session.userId) {
      close(socket, closeCodes.unauthorized, 'not your session');
      return;
    }
    clearTimeout(late);
    streams.join(client, place);
    // A client that authenticates again has received everything since.
    place = undefined;
  });
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
