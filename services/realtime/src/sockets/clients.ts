import type { Clock } from '@earshot/core';
import type { ServerFrame } from '@earshot/proto/realtime';
import { closeCodes } from '@earshot/proto/realtime';
import type { WebSocket } from 'ws';

/** One authenticated socket. It closes when the session `sessionRef` ends. */
export interface Client {
  readonly socket: WebSocket;
  readonly userId: string;
  readonly sessionRef: string | undefined;
}

/** Unread bytes after which a client counts as too slow. */
const maxBufferedBytes = 1024 * 1024;
/** Milliseconds for which an ended session is remembered: longer than the lifetime of a token signed before its end. */
const endRememberedMs = 2 * 60_000;

/** The open sockets of this replica that have a session. */
export interface Clients {
  /** Registers the socket to close with its session. Returns false if the session has already ended. */
  add(client: Client): boolean;
  /** From now on the socket receives its user's frames. */
  listen(client: Client): void;
  remove(client: Client): void;
  /** Sends the frames to all of the user's listening sockets. Returns the number of sockets. */
  send(userId: string, frames: readonly ServerFrame[]): number;
  /** Closes the sockets of an ended session, including those that connect later with an older token. */
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
      let sockets = 0;
      for (const client of own) {
        if (!listening.has(client) || !keepsUp(client.socket)) continue;
        for (const text of texts) client.socket.send(text);
        sockets += 1;
      }
      return sockets;
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

/** Returns false for a closing socket. Closes a socket with too many unread bytes. */
export function keepsUp(socket: WebSocket): boolean {
  if (socket.bufferedAmount > maxBufferedBytes) close(socket, closeCodes.tooSlow, 'too slow');
  return socket.readyState === socket.OPEN;
}

/** Milliseconds a peer has to answer a close frame. */
const closeGraceMs = 2_000;

/**
 * Sends a close frame, and terminates a peer that does not answer. Does nothing for a socket that is already closing,
 * so that a flood of frames creates no timers.
 */
export function close(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  const cut = setTimeout(() => socket.terminate(), closeGraceMs);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
