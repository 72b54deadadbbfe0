import type { KeyValue, Lease } from '@earshot/core';
import { unlessAway } from '@earshot/core';
import type { SocketPlaces } from '../domain/socket-places.ts';
import { placeTtlMs } from '../domain/socket-places.ts';

/**
 * Each place is a lease, so places of a gateway that was killed become free by themselves. While the store is away,
 * sockets get no lease; they take one when they are kept afterwards.
 */
export function socketPlaces(kv: Pick<KeyValue, 'lease'>, placesOfSession: number): SocketPlaces {
  const freeLease = async (sid: string, first: number): Promise<Lease | null> => {
    for (let tried = 0; tried < placesOfSession; tried += 1) {
      const lease = await kv.lease(`gateway-socket:${sid}:${(first + tried) % placesOfSession}`, placeTtlMs);
      if (lease !== null) return lease;
    }
    return null;
  };
  const noLease = () => undefined;
  return {
    placesOfSession,
    take: async (sid, first) => {
      let lease = await unlessAway(() => freeLease(sid, first), noLease);
      if (lease === null) return null;
      return {
        keep: () =>
          unlessAway(
            async () => {
              if (lease && (await lease.renew(placeTtlMs))) return true;
              lease = await freeLease(sid, first);
              return lease !== null;
            },
            () => true,
          ),
        leave: async () => lease?.release(),
      };
    },
  };
}
