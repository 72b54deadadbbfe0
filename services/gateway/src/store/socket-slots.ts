import { type KeyValue, type Lease, unlessAway } from '@earshot/core';
import { slotTtlMs, type SocketCounts, type SocketSlot, type SocketSlots } from '../domain/socket-slots.ts';

type Leases = Pick<KeyValue, 'lease'>;

/** The slots of sessions and of accounts. A socket needs one of each. */
export function socketSlots(kv: Leases, most: SocketCounts): SocketSlots {
  const acquireOfSession = slotsOf(kv, 'gateway-socket', most.ofSession);
  const acquireOfAccount = slotsOf(kv, 'gateway-account-socket', most.ofAccount);
  return {
    most,
    acquire: async ({ sid, userId }, open) => {
      const ofSession = await acquireOfSession(sid, open.ofSession);
      if (ofSession === null) return null;
      const ofAccount = await acquireOfAccount(userId, open.ofAccount);
      if (ofAccount === null) {
        await ofSession.release();
        return null;
      }
      const both = [ofSession, ofAccount];
      return {
        renew: async () => (await Promise.all(both.map((slot) => slot.renew()))).every(Boolean),
        release: async () => void (await Promise.all(both.map((slot) => slot.release()))),
      };
    },
  };
}

/**
 * Each slot is a lease, so slots of a gateway that was killed expire. While the store is away,
 * sockets get no lease; they acquire one at the next renewal.
 */
function slotsOf(kv: Leases, kind: string, most: number) {
  const freeLease = async (owner: string, first: number): Promise<Lease | null> => {
    for (let tried = 0; tried < most; tried += 1) {
      const lease = await kv.lease(`${kind}:${owner}:${(first + tried) % most}`, slotTtlMs);
      if (lease !== null) return lease;
    }
    return null;
  };
  return async (owner: string, first: number): Promise<SocketSlot | null> => {
    let lease = await unlessAway(
      () => freeLease(owner, first),
      () => undefined,
    );
    if (lease === null) return null;
    return {
      renew: () =>
        unlessAway(
          async () => {
            if (lease && (await lease.renew(slotTtlMs))) return true;
            lease = await freeLease(owner, first);
            return lease !== null;
          },
          () => true,
        ),
      release: async () => lease?.release(),
    };
  };
}
