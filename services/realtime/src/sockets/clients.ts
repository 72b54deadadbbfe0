import type { ServerFrame } from '@earshot/proto/realtime';
import { closeCodes } from '@earshot/proto/realtime';
import type { WebSocket } from 'ws';

/** One authenticated socket; `sessionRef` names the session that ends with it. */
export interface Client {
  readonly socket: WebSocket;
  readonly userId: string;
  readonly sessionRef: string | undefined;
}

/** Bytes a client may leave unread before it counts as too slow. */
const maxBufferedBytes = 1024 * 1024;

/** The open, authenticated sockets of this replica. */
export interface Clients {
  add(client: Client): void;
  remove(client: Client): void;
  /** One text for all of the user's sockets. */
  send(userId: string, frames: readonly ServerFrame[]): void;
  /** Closes the sockets of a session that ended. */
  endSession(userId: string, sessionRef: string): void;
}

/** An empty registry. */
export function clientRegistry(): Clients {
  const byUser = new Map<string, Set<Client>>();
  return {
    add: (client) => {
      const own = byUser.get(client.userId) ?? new Set();
      byUser.set(client.userId, own.add(client));
    },
    remove: (client) => {
      const own = byUser.get(client.userId);
      own?.delete(client);
      if (own?.size === 0) byUser.delete(client.userId);
    },
    send: (userId, frames) => {
      const own = byUser.get(userId);
      if (own === undefined) return;
      const texts = frames.map((frame) => JSON.stringify(frame));
      for (const { socket } of own) {
        if (socket.bufferedAmount > maxBufferedBytes) close(socket, closeCodes.tooSlow, 'too slow');
        else for (const text of texts) socket.send(text);
      }
    },
    endSession: (userId, sessionRef) => {
      for (const client of byUser.get(userId) ?? []) {
        if (client.sessionRef === sessionRef) close(client.socket, closeCodes.unauthorized, 'session ended');
      }
    },
  };
}

/** Milliseconds a peer has to answer a close before it is cut off. */
const closeGraceMs = 2_000;

/** Closes in the protocol's way and cuts off a peer that does not answer. */
export function close(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const cut = setTimeout(() => socket.terminate(), closeGraceMs);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
