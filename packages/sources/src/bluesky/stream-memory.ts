import { type Clock, type Logger, recentIds } from '@earshot/core';

/** More than the network removes in the five minutes that another host repeats. */
const removedPosts = 20_000;
const removedAccounts = 10_000;

/** Which posts and accounts were removed lately, so that a host that repeats the past does not bring them back. */
export function goneMemory() {
  const posts = recentIds(removedPosts);
  const accounts = new Set<string>();
  return {
    has: (did: string, id: string) => posts.has(id) || accounts.has(did),
    post: (id: string) => posts.add(id),
    account: (did: string, isGone: boolean) => {
      accounts.delete(did);
      if (!isGone) return;
      if (accounts.size >= removedAccounts) accounts.clear();
      accounts.add(did);
    },
  };
}

/** The posts of one community that are kept in an hour. A search for an everyday word finds thousands. */
const postsAnHour = 600;
const hourMs = 3_600_000;

/** Whether a community may have one more post this hour. */
export function hourlyLimit({ clock, log }: { readonly clock: Clock; readonly log: Logger }) {
  let counts = new Map<string, number>();
  let hour = 0;
  return (community: string): boolean => {
    const now = Math.floor(clock.now().getTime() / hourMs);
    if (now !== hour) counts = new Map();
    hour = now;
    const count = (counts.get(community) ?? 0) + 1;
    counts.set(community, count);
    if (count === postsAnHour + 1)
      log.warn({ community, postsAnHour }, 'a Bluesky community has too many posts; leaving out the rest of this hour');
    return count <= postsAnHour;
  };
}
