import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Network, type NetworkEvent, postCollection } from './network.ts';

/** The stream of a Jetstream host. */
export interface StreamHost {
  readonly upgrade: (req: IncomingMessage, connection: Duplex, head: Buffer) => void;
  /** Open connections. */
  readonly connections: () => number;
  /** Bytes that wait because clients do not read. */
  readonly waitingBytes: () => number;
  /** Ends all connections, as a restart of the host does. */
  readonly drop: () => void;
  readonly close: () => void;
}

const endpoint = /(?:\/faults\/([\w-]+))?\/xrpc\/network\.bsky\.jetstream\.subscribeEvents$/;
const protocol = 'xrpc.v1.json';
/** Larger cursors are a time in microseconds. */
const firstTimeCursor = 1e15;
const lateMs = 20 * 60_000;

/** Faults that answer the handshake. */
const refusals: Readonly<Record<string, { status: number; error: string; headers?: string }>> = {
  '400': { status: 400, error: 'InvalidRequest' },
  '403': { status: 403, error: 'Forbidden' },
  '429': { status: 429, error: 'RateLimitExceeded', headers: 'retry-after: 1\r\n' },
  '503': { status: 503, error: 'UpstreamFailure' },
};

/**
 * Stands in for a host of Jetstream v2, written from its lexicon: the events of the network about posts and accounts, from a
 * cursor on. `/faults/<fault>` in the path makes it fail. Posts a built-in post in each `postEveryMs` while somebody listens.
 */
export function streamHost(network: Network, postEveryMs: number | null): StreamHost {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  });
  const posting =
    postEveryMs === null
      ? undefined
      : setInterval(() => {
          if (server.clients.size > 0) network.postNext();
        }, postEveryMs).unref();
  return {
    upgrade: (req, connection, head) => {
      const url = new URL(req.url ?? '/', 'http://site');
      const [path, fault = ''] = endpoint.exec(url.pathname) ?? [];
      const refusal = path === undefined ? { status: 404, error: 'NotFound' } : refusalOf(url.searchParams, fault);
      if (refusal !== null) refuse(connection, refusal);
      else
        server.handleUpgrade(req, connection, head, (socket) =>
          serve(socket, network, { query: url.searchParams, fault }),
        );
    },
    connections: () => server.clients.size,
    waitingBytes: () => [...server.clients].reduce((bytes, { bufferedAmount }) => bytes + bufferedAmount, 0),
    drop: () => server.clients.forEach((socket) => socket.terminate()),
    close: () => {
      clearInterval(posting);
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

function refusalOf(query: URLSearchParams, fault: string): { status: number; error: string; headers?: string } | null {
  const kinds = query.getAll('kinds');
  const cursor = Number(query.get('cursor') ?? firstTimeCursor);
  if (fault === 'cursor-too-old' && cursor < firstTimeCursor) return { status: 400, error: 'CursorTooOld' };
  const isValid =
    kinds.every((kind) => ['commit', 'identity', 'account', 'sync'].includes(kind)) && !Number.isNaN(cursor);
  return refusals[fault] ?? (isValid ? null : { status: 400, error: 'InvalidRequest' });
}

function refuse(
  connection: Duplex,
  { status, error, headers = '' }: { status: number; error: string; headers?: string },
) {
  const body = JSON.stringify({ error, message: `${error} by the sandbox` });
  connection.end(
    `HTTP/1.1 ${status} ${error}\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

interface Client {
  readonly query: URLSearchParams;
  readonly fault: string;
}

function serve(socket: WebSocket, network: Network, { query, fault }: Client): void {
  socket.on('error', () => socket.terminate());
  if (fault === 'silent') return;
  const [kinds, collections] = [query.getAll('kinds'), query.getAll('collections')];
  const largest = fault === 'huge' ? 0 : Number(query.get('maxMessageSizeBytes') ?? 0);
  let held: string | null = null;
  let sent = 0;
  const send = (event: NetworkEvent) => {
    if (socket.readyState !== socket.OPEN || (kinds.length > 0 && !kinds.includes(event.kind))) return;
    if (event.kind === 'commit' && collections.length > 0 && !collections.includes(postCollection)) return;
    const frame = JSON.stringify({ $type: 'message', payload: fault === 'late' ? delayed(event) : event.payload });
    if (largest > 0 && frame.length > largest) return;
    if (fault === 'malformed')
      for (const broken of ['{"$type":', '[]', '{"$type":"message","payload":{"$type":"x"}}']) socket.send(broken);
    if (fault === 'malformed') socket.send(Buffer.from([0, 255, 1]));
    if (fault === 'duplicates') socket.send(frame);
    if (fault !== 'reordered') socket.send(frame);
    // Each second frame comes before the first.
    else if (held === null) held = frame;
    else {
      for (const one of [frame, held]) socket.send(one);
      held = null;
    }
    sent += 1;
    if (fault === 'consumer-too-slow' && sent === 2) end(socket, 'ConsumerTooSlow');
  };
  const cursor = query.get('cursor');
  if (cursor !== null) {
    const from = Number(cursor);
    const isAfter = ({ seq, atMs }: NetworkEvent) => (from < firstTimeCursor ? seq >= from : atMs * 1_000 >= from);
    for (const event of network.events().filter(isAfter)) send(event);
  }
  socket.on('close', network.listen(send));
}

function delayed({ payload, atMs }: NetworkEvent) {
  return { ...payload, time: new Date(atMs - lateMs).toISOString() };
}

function end(socket: WebSocket, error: string): void {
  socket.send(JSON.stringify({ $type: 'error', error, message: `${error} by the sandbox` }));
  socket.close();
}
