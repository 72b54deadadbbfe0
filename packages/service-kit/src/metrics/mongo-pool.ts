import type { ServiceName } from '@earshot/proto/values';
import type { Connection } from 'mongoose';
import type { Meters } from '@earshot/core';

interface Pool {
  readonly open: Set<string>;
  readonly inUse: Set<string>;
  waiting: number;
}

type PoolClient = ReturnType<Connection['getClient']>;

/**
 * Tracks the driver's connection events. It can subscribe only after the client has connected, so it counts earlier
 * connections from their next use. The driver rotates its connections, so that use comes soon.
 */
export function watchMongoPool(meters: Meters, service: ServiceName, connection: Connection): void {
  let followed: PoolClient | undefined;
  let pool = emptyPool();
  const follow = () => {
    const client = connection.getClient();
    if (client === followed) return;
    followed = client;
    pool = emptyPool();
    followPool(client, pool);
  };
  connection.on('connected', follow);
  if (connection.db !== undefined) follow();
  meters.gauge('mongoPool').watch(service, () => [
    { labels: { service, state: 'open' }, value: pool.open.size },
    { labels: { service, state: 'in-use' }, value: pool.inUse.size },
    { labels: { service, state: 'waiting' }, value: pool.waiting },
  ]);
}

function emptyPool(): Pool {
  return { open: new Set(), inUse: new Set(), waiting: 0 };
}

function followPool(client: PoolClient, pool: Pool): void {
  const idOf = ({ address, connectionId }: { address: string; connectionId: number | '<monitor>' }) =>
    `${address} ${connectionId}`;
  const served = () => {
    pool.waiting = Math.max(0, pool.waiting - 1);
  };
  client.on('connectionCreated', (event) => pool.open.add(idOf(event)));
  client.on('connectionClosed', (event) => {
    pool.open.delete(idOf(event));
    pool.inUse.delete(idOf(event));
  });
  client.on('connectionCheckOutStarted', () => (pool.waiting += 1));
  client.on('connectionCheckOutFailed', served);
  client.on('connectionCheckedOut', (event) => {
    served();
    pool.open.add(idOf(event));
    pool.inUse.add(idOf(event));
  });
  client.on('connectionCheckedIn', (event) => pool.inUse.delete(idOf(event)));
}
