import type { Session } from './session.ts';

/** Milliseconds for which the slots of a gateway that died stay taken. A gateway renews its slots well before that. */
export const slotTtlMs = 30_000;

/** A socket's slot among those of its session and its account. */
export interface SocketSlot {
  /** Renews the slot for `slotTtlMs`. Returns false if it was lost and no other slot is free. */
  renew(): Promise<boolean>;
  /** Frees the slot. Never fails: a slot that is not renewed expires. */
  release(): Promise<void>;
}

/** How many sockets a session and its account have. */
export interface SocketCounts {
  readonly ofSession: number;
  readonly ofAccount: number;
}

/** The slots for sockets, over all gateways. */
export interface SocketSlots {
  readonly most: SocketCounts;
  /** Acquires a slot. Tries the one with the number of `open` sockets first. Returns null if none is free. */
  acquire(session: Pick<Session, 'sid' | 'userId'>, open: SocketCounts): Promise<SocketSlot | null>;
}
