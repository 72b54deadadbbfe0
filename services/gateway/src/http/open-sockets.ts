import { type Part, type Platform, repeatedWork } from '@earshot/service-kit';
import type { Duplex } from 'node:stream';
import type { UserId } from '@earshot/proto/refs';
import { expiryOf, type Session, type Sessions } from '../domain/session.ts';
import { slotTtlMs, type SocketSlot, type SocketSlots } from '../domain/socket-slots.ts';

/** Milliseconds between two searches for sessions that have timed out. */
const sweepEveryMs = 1_000;

/** The sockets that this gateway forwards. */
export interface OpenSockets {
  /** Registers a socket until it closes. */
  add(socket: Duplex): void;
  /**
   * Ties the socket to its session. Returns false if the session or its account has too many open sockets already, over
   * all gateways.
   * While the key-value store is away, each gateway limits its own sockets.
   */
  join(socket: Duplex, session: Session): Promise<boolean>;
  /** Destroys all sockets and frees their slots. */
  closeAll(): Promise<void>;
  /** Ends sockets whose session has timed out: no event reports such an end. */
  readonly sweeper: Part;
  /** Renews the slots of open sockets. */
  readonly keeper: Part;
}

interface Options {
  readonly platform: Pick<Platform, 'meters' | 'clock' | 'log'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly slots: SocketSlots;
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
      const leaving = ofSessions.releaseAll();
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
      name: 'gateway socket slots',
      everyMs: slotTtlMs / 3,
      work: ofSessions.renewSlots,
      log,
      failure: 'could not renew the slots of open sockets',
    }),
  };
}

interface OfSession {
  /** The open sockets with their slots. A socket that still waits for its slot has none. */
  readonly sockets: Map<Duplex, SocketSlot | undefined>;
  readonly userId: UserId;
  until: Date;
}

function socketsOfSessions({ platform: { clock }, sessions, slots }: Options) {
  const bySession = new Map<string, OfSession>();
  const withSlots = () =>
    [...bySession.values()].flatMap(({ sockets }) =>
      [...sockets].flatMap(([socket, slot]) => (slot === undefined ? [] : [{ socket, slot }])),
    );
  const countOf = (userId: UserId) =>
    [...bySession.values()].reduce((sum, one) => sum + (one.userId === userId ? one.sockets.size : 0), 0);
  const leave = async (socket: Duplex, sid: string) => {
    const sockets = bySession.get(sid)?.sockets;
    const slot = sockets?.get(socket);
    sockets?.delete(socket);
    if (sockets?.size === 0) bySession.delete(sid);
    await slot?.release();
  };
  return {
    join: async (socket: Duplex, session: Session) => {
      const { sid, userId } = session;
      const ofSession = bySession.get(sid) ?? { sockets: new Map(), userId, until: expiryOf(session) };
      const open = { ofSession: ofSession.sockets.size, ofAccount: countOf(userId) };
      if (open.ofSession >= slots.most.ofSession || open.ofAccount >= slots.most.ofAccount) return false;
      bySession.set(sid, ofSession);
      ofSession.sockets.set(socket, undefined);
      socket.once('close', () => void leave(socket, sid));
      const slot = await slots.acquire(session, open);
      if (slot === null) await leave(socket, sid);
      // The socket may have closed meanwhile.
      else if (ofSession.sockets.has(socket)) ofSession.sockets.set(socket, slot);
      else await slot.release();
      return slot !== null;
    },
    releaseAll: () => Promise.all(withSlots().map(({ slot }) => slot.release())),
    renewSlots: async () => {
      const renew = async ({ socket, slot }: { socket: Duplex; slot: SocketSlot }) => {
        if (!(await slot.renew())) socket.destroy();
      };
      await Promise.all(withSlots().map(renew));
    },
    endTimedOut: async () => {
      const now = clock.now();
      for (const [sid, ofSession] of bySession) {
        if (ofSession.until > now) continue;
        const session = await sessions.find(sid, now);
        if (session === null) for (const socket of ofSession.sockets.keys()) socket.destroy();
        else ofSession.until = expiryOf(session);
      }
    },
  };
}
