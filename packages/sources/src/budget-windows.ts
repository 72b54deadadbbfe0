import type { KeyValue, Lease } from '@earshot/core';
import type { SiteBudget } from './define-source.ts';

/** Slots that are tried before a request is held back. */
const mostTries = 3;
/** The counter that deals the slots. */
const counterMs = 24 * 3_600_000;

/**
 * Takes one request from every window of the budget; false if one is used up. Each window has as many slots as it allows
 * requests. A slot is a lease that is never released, so however many processes share `kv`, no period of the window's
 * length has more requests than it allows. Throws KeyValueAway.
 */
export async function takeFromWindows(
  kv: Pick<KeyValue, 'increment' | 'lease'>,
  { key, windows }: SiteBudget,
): Promise<boolean> {
  const taken: Lease[] = [];
  for (const window of windows) {
    const slot = await takeSlot(kv, `source-turn:${key}:${window.perSeconds}`, window);
    if (slot === null) {
      await Promise.all(taken.map((lease) => lease.release()));
      return false;
    }
    taken.push(slot);
  }
  return true;
}

async function takeSlot(
  kv: Pick<KeyValue, 'increment' | 'lease'>,
  name: string,
  { requests, perSeconds }: SiteBudget['windows'][number],
): Promise<Lease | null> {
  for (let tries = Math.min(mostTries, requests); tries > 0; tries -= 1) {
    const slot = requests === 1 ? 0 : (await kv.increment(`${name}:next`, { ttlMs: counterMs })) % requests;
    const lease = await kv.lease(`${name}:${slot}`, perSeconds * 1_000);
    if (lease !== null) return lease;
  }
  return null;
}
