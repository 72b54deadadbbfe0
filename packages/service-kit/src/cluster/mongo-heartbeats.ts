import type { mongo } from 'mongoose';

type Watched = Pick<mongo.MongoClient, 'on'>;

/** Milliseconds between two looks, and looks without a heartbeat after which a monitor counts as hung. */
const lookMs = 1_000;
const silentLooks = 6;

/** Until the first heartbeat tells which servers there are. */
const anyServer = 'all servers';

/**
 * Calls `onSilence` once when the driver's monitor of a server says nothing any more, neither that the server answers
 * nor that it does not: seen with driver 7.8, rarely, when a server was killed; the server then counts as away, or as
 * there, for ever. Looks are counted instead of time, so that a process that stood still is not taken for silent.
 */
export function watchHeartbeats(client: Watched, onSilence: (address: string) => void): { stop(): void } {
  const silent = new Map([[anyServer, 0]]);
  const heard = ({ connectionId }: { connectionId: string }) => {
    silent.delete(anyServer);
    silent.set(connectionId, 0);
  };
  client.on('serverHeartbeatSucceeded', heard).on('serverHeartbeatFailed', heard);
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
