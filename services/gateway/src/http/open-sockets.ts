import type { Part, Platform } from '@earshot/service-kit';
import { repeatedWork } from '@earshot/service-kit';
import type { Duplex } from 'node:stream';
import type { Session, Sessions } from '../domain/session.ts';
import { expiryOf } from '../domain/session.ts';

/** Milliseconds between two searches for sessions that have timed out. */
const sweepEveryMs = 1_000;

/** The sockets that this gateway forwards. */
export interface OpenSockets {
  /** Registers a socket until it closes. */
  add(socket: Duplex): void;
  /** Ties the socket to its session. Returns false if the session has too many open sockets already. */
  join(socket: Duplex, session: Session): boolean;
  destroyAll(): void;
  /** Ends sockets whose session has timed out: no event reports such an end. */
  readonly sweeper: Part;
}

/** An empty registry, also counted by a metric. `mostOfSession` limits the sockets of one session. */
export function openSockets({
  platform: { meters, clock, log },
  sessions,
  mostOfSession,
}: {
  readonly platform: Pick<Platform, 'meters' | 'clock' | 'log'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly mostOfSession: number;
}): OpenSockets {
  const open = new Set<Duplex>();
  const bySession = new Map<string, { sockets: Set<Duplex>; until: Date }>();
  meters.gauge('sockets').watch('gateway', () => [{ labels: { service: 'gateway' }, value: open.size }]);
  const leave = (socket: Duplex, sid: string) => {
    const own = bySession.get(sid)?.sockets;
    own?.delete(socket);
    if (own?.size === 0) bySession.delete(sid);
  };
  const sweep = async () => {
    const now = clock.now();
    for (const [sid, own] of bySession) {
      if (own.until > now) continue;
      const session = await sessions.find(sid, now);
      if (session === null) for (const socket of own.sockets) socket.destroy();
      else own.until = expiryOf(session);
    }
  };
  return {
    add: (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    },
    join: (socket, session) => {
      const own = bySession.get(session.sid) ?? { sockets: new Set(), until: expiryOf(session) };
      if (own.sockets.size >= mostOfSession) return false;
      bySession.set(session.sid, own);
      own.sockets.add(socket);
      socket.once('close', () => leave(socket, session.sid));
      return true;
    },
    destroyAll: () => open.forEach((socket) => socket.destroy()),
    sweeper: repeatedWork({
      name: 'gateway session time-outs',
      everyMs: sweepEveryMs,
      work: sweep,
      log,
      failure: 'could not look for sessions that timed out',
    }),
  };
}
