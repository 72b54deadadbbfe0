import { once } from 'node:events';
import type { Server } from 'node:net';
import { createServer } from 'node:net';

/** Ports of loopback that nothing listens on, all different. Another process could take one before it is used. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listening));
  const ports = servers.map(portOf);
  await Promise.all(servers.map(closed));
  return ports;
}

async function listening(): Promise<Server> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return address.port;
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
