import type { Clock } from '@earshot/core';
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
/** Milliseconds for which an end is remembered: longer than a token that was signed before it is good for. */
const endRememberedMs = 2 * 60_000;

/** The open sockets of this replica that belong to a session. */
export interface Clients {
  /** From now on the socket ends with its session; false when that has ended already. */
  add(client: Client): boolean;
  /** From now on it is told what concerns its user. */
  listen(client: Client): void;
  remove(client: Client): void;
  /** One text for all of the user's listening sockets; tells to how many it was written. */
  send(userId: string, frames: readonly ServerFrame[]): number;
  /** Closes the sockets of a session that ended, and those of it that are still on their way here. */
  endSession(userId: string, sessionRef: string): void;
  /** Closes all sockets of a user. */
  endUser(userId: string): void;
}

/** An empty registry. */
export function clientRegistry({ clock }: { clock: Clock }): Clients {
  const byUser = new Map<string, Set<Client>>();
  const listening = new WeakSet<Client>();
  const endedAt = new Map<string, number>();
  return {
    add: (client) => {
      if (client.sessionRef !== undefined && endedAt.has(client.sessionRef)) return false;
      const own = byUser.get(client.userId) ?? new Set();
      byUser.set(client.userId, own.add(client));
      return true;
    },
    listen: (client) => void listening.add(client),
    remove: (client) => {
      const own = byUser.get(client.userId);
      own?.delete(client);
      if (own?.size === 0) byUser.delete(client.userId);
    },
    send: (userId, frames) => {
      const own = byUser.get(userId);
      if (own === undefined) return 0;
      const texts = frames.map((frame) => JSON.stringify(frame));
      let told = 0;
      for (const client of own) {
        if (!listening.has(client) || !keepsUp(client.socket)) continue;
        for (const text of texts) client.socket.send(text);
        told += 1;
      }
      return told;
    },
    endUser: (userId) => {
      for (const client of byUser.get(userId) ?? []) close(client.socket, closeCodes.unauthorized, 'account deleted');
    },
    endSession: (userId, sessionRef) => {
      const now = clock.now().getTime();
      for (const [ref, at] of endedAt) if (now - at > endRememberedMs) endedAt.delete(ref);
      endedAt.set(sessionRef, now);
      for (const client of byUser.get(userId) ?? []) {
        if (client.sessionRef === sessionRef) close(client.socket, closeCodes.unauthorized, 'session ended');
      }
    },
  };
}

/** False for a socket that is closing, or is closed now because it leaves too much unread. */
export function keepsUp(socket: WebSocket): boolean {
  if (socket.bufferedAmount > maxBufferedBytes) close(socket, closeCodes.tooSlow, 'too slow');
  return socket.readyState === socket.OPEN;
}

/** Milliseconds a peer has to answer a close before it is cut off. */
const closeGraceMs = 2_000;

/**
 * Closes in the protocol's way and cuts off a peer that does not answer. Does nothing to a socket that is closing
 * already: whoever floods it costs no timer a frame.
 */
export function close(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  const cut = setTimeout(() => socket.terminate(), closeGraceMs);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
