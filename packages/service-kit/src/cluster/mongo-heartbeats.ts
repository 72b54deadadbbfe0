import type { mongo } from 'mongoose';

type Watched = Pick<mongo.MongoClient, 'on'>;

/**
 * Milliseconds between two checks, and the number of checks without a heartbeat after which a monitor counts as hung.
 */
const lookMs = 1_000;
const silentLooks = 6;

/** The map's key until the first heartbeat names a server. */
const anyServer = 'all servers';

/**
 * Calls `onSilence` once when the driver's monitor of a server reports neither successful nor failed heartbeats any
 * more. Driver 7.8 does this rarely when a server is killed, and then never updates that server's state. Checks are
 * counted instead of time, so that a process that was paused does not see its monitors as hung. See
 * docs/decisions/0033-watch-the-mongodb-monitors.md.
 */
export function watchHeartbeats(client: Watched, onSilence: (address: string) => void): { stop(): void } {
  const silent = new Map([[anyServer, 0]]);
  const recordHeartbeat = ({ connectionId }: { connectionId: string }) => {
    silent.delete(anyServer);
    silent.set(connectionId, 0);
  };
  client.on('serverHeartbeatSucceeded', recordHeartbeat).on('serverHeartbeatFailed', recordHeartbeat);
  client.on('serverClosed', ({ address }) => void silent.delete(address));
  const look = () => {
    for (const [address, looks] of silent) {
      silent.set(address, looks + 1);
      if (looks + 1 < silentLooks) continue;
      clearInterval(timer);
      onSilence(address);
      return;
    }
  };
  const timer = setInterval(look, lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
