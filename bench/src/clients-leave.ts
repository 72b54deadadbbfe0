import { until } from '@earshot/core/testing';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, startServer } from './earshot-process.ts';
import { table } from './figures.ts';

const clients = 1_000;
/** Connections that the gateway opens to one owner; further calls wait for one. */
const forwarded = 256;
const secret = 'a-secret-of-the-benchmark';

interface Kind {
  readonly name: string;
  readonly path: string;
  readonly headers: readonly string[];
  /** How many of the clients reach the owner. */
  readonly reach: number;
}

const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const kinds: readonly Kind[] = [
  { name: 'before the answer', path: '/api/subreddits', headers: [], reach: forwarded },
  { name: 'within the answer', path: '/api/leads', headers: [], reach: forwarded },
  {
    name: 'live channel',
    path: '/ws',
    headers: [...upgrade, 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
    reach: clients,
  },
];

/**
 * Lets 1,000 clients leave the gateway by a reset while their owner has not answered, within its answer, and on the live
 * channel. Counts the owner's connections 3 s later and throws if one is left: such connections would pile up.
 */
export async function benchClientsLeave(print: (line: string) => void): Promise<void> {
  const owner = stallingOwner();
  const folder = await mkdtemp(join(tmpdir(), 'earshot-clients-leave-'));
  const settings = { UPSTREAM: await urlOf(owner), FOLDER: folder, SECRET: secret };
  const gateway = await startServer({ args: ['bench/src/request-path/gateway.ts'], settings, path: '/health/ready' });
  try {
    const rows: string[][] = [];
    for (const kind of kinds) {
      const { open, left } = await leave(gateway.url, owner, kind);
      rows.push([kind.name, String(clients), String(open), String(left)]);
      if (left > 0) throw new Error(`${kind.name}: ${left} connections to the owner are left`);
    }
    for (const line of table(['clients leave', 'clients', 'open before', 'open 3 s later'], rows)) print(line);
  } finally {
    await gateway.stop();
    owner.close();
    owner.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Never answers a call, never finishes the answer of another, and never says anything on a socket. */
function stallingOwner(): Server {
  return createServer((req: IncomingMessage, res: ServerResponse) => {
    if (req.url !== '/api/leads') return;
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1_000_000 });
    res.write('[');
  }).on('upgrade', (_req, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
    socket.resume();
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
}

async function urlOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function leave(url: string, owner: Server, { name, path, headers, reach }: Kind) {
  const { host, hostname, port } = new URL(url);
  const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Cookie: earshot=${secret}`, ...headers, '', ''].join('\r\n');
  const all = Array.from({ length: clients }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    // The gateway may end a waiting client first.
    socket.on('error', () => socket.destroy());
    return socket;
  });
  let open = 0;
  await until(
    `${reach} connections to the owner (${name})`,
    async () => (open = await connectionsOf(owner)) >= reach,
    60_000,
    100,
  );
  for (const socket of all) socket.resetAndDestroy();
  await sleep(3_000);
  return { open, left: await connectionsOf(owner) };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
