import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for outgoing connections: a killed process finds its own free again. */
const range = { from: 20_000, to: 32_000 };

/** Ports of loopback that nothing listens on, all different. */
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

/** null when somebody else listens there. */
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
