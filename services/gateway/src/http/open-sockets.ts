import type { Part, Platform } from '@earshot/service-kit';
import { repeatedWork } from '@earshot/service-kit';
import type { Duplex } from 'node:stream';
import type { Session, Sessions } from '../domain/session.ts';
import { expiryOf } from '../domain/session.ts';
import type { SocketPlace, SocketPlaces } from '../domain/socket-places.ts';
import { placeTtlMs } from '../domain/socket-places.ts';

/** Milliseconds between two searches for sessions that have timed out. */
const sweepEveryMs = 1_000;

/** The sockets that this gateway forwards. */
export interface OpenSockets {
  /** Registers a socket until it closes. */
  add(socket: Duplex): void;
  /**
   * Ties the socket to its session. Returns false if the session has too many open sockets already, over all gateways.
   * While the key-value store is away, each gateway limits its own sockets.
   */
  join(socket: Duplex, session: Session): Promise<boolean>;
  /** Destroys all sockets and makes their places free. */
  closeAll(): Promise<void>;
  /** Ends sockets whose session has timed out: no event reports such an end. */
  readonly sweeper: Part;
  /** Keeps the places of open sockets. */
  readonly keeper: Part;
}

interface Options {
  readonly platform: Pick<Platform, 'meters' | 'clock' | 'log'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly places: SocketPlaces;
}

/** An empty registry, also counted by a metric. */
export function openSockets(options: Options): OpenSockets {
  const { meters, log } = options.platform;
  const open = new Set<Duplex>();
  const ofSessions = socketsOfSessions(options);
  meters.gauge('sockets').watch('gateway', () => [{ labels: { service: 'gateway' }, value: open.size }]);
  return {
    add: (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    },
    join: ofSessions.join,
    closeAll: async () => {
      const leaving = ofSessions.leaveAll();
      open.forEach((socket) => socket.destroy());
      await leaving;
    },
    sweeper: repeatedWork({
      name: 'gateway session time-outs',
      everyMs: sweepEveryMs,
      work: ofSessions.endTimedOut,
      log,
      failure: 'could not look for sessions that timed out',
    }),
    keeper: repeatedWork({
      name: 'gateway socket places',
      everyMs: placeTtlMs / 3,
      work: ofSessions.keepPlaces,
      log,
      failure: 'could not keep the places of open sockets',
    }),
  };
}

interface OfSession {
  /** The open sockets with their places. A socket that still waits for its place has none. */
  readonly sockets: Map<Duplex, SocketPlace | undefined>;
  until: Date;
}

function socketsOfSessions({ platform: { clock }, sessions, places }: Options) {
  const bySession = new Map<string, OfSession>();
  const withPlaces = () =>
    [...bySession.values()].flatMap(({ sockets }) =>
      [...sockets].flatMap(([socket, place]) => (place === undefined ? [] : [{ socket, place }])),
    );
  const leave = async (socket: Duplex, sid: string) => {
    const own = bySession.get(sid)?.sockets;
    const place = own?.get(socket);
    own?.delete(socket);
    if (own?.size === 0) bySession.delete(sid);
    await place?.leave();
  };
  return {
    join: async (socket: Duplex, session: Session) => {
      const { sid } = session;
      const own = bySession.get(sid) ?? { sockets: new Map(), until: expiryOf(session) };
      const first = own.sockets.size;
      if (first >= places.placesOfSession) return false;
      bySession.set(sid, own);
      own.sockets.set(socket, undefined);
      socket.once('close', () => void leave(socket, sid));
      const place = await places.take(sid, first);
      if (place === null) await leave(socket, sid);
      // The socket may have closed meanwhile.
      else if (own.sockets.has(socket)) own.sockets.set(socket, place);
      else await place.leave();
      return place !== null;
    },
    leaveAll: () => Promise.all(withPlaces().map(({ place }) => place.leave())),
    keepPlaces: async () => {
      const keep = async ({ socket, place }: { socket: Duplex; place: SocketPlace }) => {
        if (!(await place.keep())) socket.destroy();
      };
      await Promise.all(withPlaces().map(keep));
    },
    endTimedOut: async () => {
      const now = clock.now();
      for (const [sid, own] of bySession) {
        if (own.until > now) continue;
        const session = await sessions.find(sid, now);
        if (session === null) for (const socket of own.sockets.keys()) socket.destroy();
        else own.until = expiryOf(session);
      }
    },
  };
}
