import type { Meters } from '@earshot/core';
import type { WaitlistRepository } from '../domain/waitlist.ts';

/** Counts new entries of the waitlist. */
export function countedWaitlist(waitlist: WaitlistRepository, meters: Meters): WaitlistRepository {
  const joined = meters.counter('waitlist');
  return {
    ...waitlist,
    insert: async (place) => {
      const isNew = await waitlist.insert(place);
      if (isNew) joined.add({});
      return isNew;
    },
  };
}
