import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ephemeral port range, so that a killed process finds its port free again. */
const range = { from: 20_000, to: 32_000 };

/** Distinct unused ports on loopback. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = new Map<number, Server>();
  while (servers.size < count) {
    const port = randomInt(range.from, range.to);
    const server = servers.has(port) ? null : await listening(port);
    if (server !== null) servers.set(port, server);
  }
  await Promise.all([...servers.values()].map(closed));
  return [...servers.keys()];
}

/** null when the port is in use. */
async function listening(port: number): Promise<Server | null> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
