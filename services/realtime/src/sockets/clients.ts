import type { Clock } from '@earshot/core';
import { closeCodes } from '@earshot/proto/realtime';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { UserId } from '@earshot/proto/refs';

/** One authenticated socket. It closes when the session `sessionRef` ends. */
export interface Client {
  readonly socket: WebSocket;
  /** The connection below `socket`, for frames that are encoded already. */
  readonly connection: Duplex;
  readonly userId: UserId;
  readonly sessionRef: string | undefined;
}

/** Unread bytes that a client may have, besides one write to a client that has read everything. */
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
  /** Whether the user has a listening socket. */
  hasListeners(userId: UserId): boolean;
  /** Writes encoded frames to all of the user's listening sockets. Returns the number of sockets. */
  write(userId: UserId, frames: Buffer): number;
  /** Closes the sockets of an ended session, including those that connect later with an older token. */
  endSession(userId: UserId, sessionRef: string): void;
  /** Closes all sockets of a user. */
  endUser(userId: UserId): void;
}

/** An empty registry. */
export function clientRegistry({ clock }: { clock: Clock }): Clients {
  const byUser = new Map<string, Set<Client>>();
  const listening = new Map<string, Set<Client>>();
  const endedAt = new Map<string, number>();
  return {
    add: (client) => {
      if (client.sessionRef !== undefined && endedAt.has(client.sessionRef)) return false;
      include(byUser, client);
      return true;
    },
    listen: (client) => include(listening, client),
    remove: (client) => {
      for (const map of [byUser, listening]) exclude(map, client);
    },
    hasListeners: (userId) => listening.has(userId),
    write: (userId, frames) => {
      let sockets = 0;
      for (const client of listening.get(userId) ?? []) if (write(client, frames)) sockets += 1;
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

function include(map: Map<string, Set<Client>>, client: Client): void {
  const own = map.get(client.userId) ?? new Set();
  map.set(client.userId, own.add(client));
}

function exclude(map: Map<string, Set<Client>>, client: Client): void {
  const own = map.get(client.userId);
  own?.delete(client);
  if (own?.size === 0) map.delete(client.userId);
}

/** Writes encoded frames, unless the socket is closing or too slow. */
export function write({ socket, connection }: Client, frames: Buffer): boolean {
  if (!keepsUp(socket, frames.length)) return false;
  connection.write(frames);
  return true;
}

/** Returns false for a closing socket. Closes a socket that would have too many unread bytes with `more`. */
export function keepsUp(socket: WebSocket, more = 0): boolean {
  const unread = socket.bufferedAmount;
  if (unread > 0 && unread + more > maxBufferedBytes) close(socket, closeCodes.tooSlow, 'too slow');
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
