/** Milliseconds for which the places of a gateway that died stay taken. A gateway keeps its places well before that. */
export const placeTtlMs = 30_000;

/** A socket's place among those of its session. */
export interface SocketPlace {
  /** Keeps the place for `placeTtlMs`. Returns false if it was lost and no other place of the session is free. */
  keep(): Promise<boolean>;
  /** Makes the place free. Never fails: a place that nobody keeps becomes free by itself. */
  leave(): Promise<void>;
}

/** The places that sockets of one session can take, over all gateways. */
export interface SocketPlaces {
  readonly placesOfSession: number;
  /** Takes a place of the session, the one with the number `first` if it is free. Returns null if none is free. */
  take(sid: string, first: number): Promise<SocketPlace | null>;
}
