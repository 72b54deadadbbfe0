import type { Clock, Logger } from '@earshot/core';
import type { FollowedCommunities } from '../define-source.ts';
import type { Directory } from './directory.ts';
import type { MatchedCommunity, Matcher } from './matcher.ts';
import { blueskyTarget } from './names.ts';

interface Deps {
  readonly directory: Pick<Directory, 'members'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Members of lists change seldom. A list that could not be read is tried again sooner. */
const listMs = 6 * 3_600_000;
const retryListMs = 5 * 60_000;

interface KnownList {
  readonly members: ReadonlySet<string>;
  readonly asksAtMs: number;
}

/**
 * Keeps the matcher up to date: the call returns the one for what is followed now, without waiting. The members of lists
 * are read in the background, one list at a time, until `signal` aborts.
 */
export async function followedMatcher(
  { directory, clock, log }: Deps,
  followed: FollowedCommunities,
  signal: AbortSignal,
): Promise<() => Matcher> {
  // Loaded with the first stream, because most processes open none.
  const { matcherOf } = await import('./matcher.ts');
  const lists = new Map<string, KnownList>();
  let names: ReadonlySet<string> | null = null;
  let matcher: Matcher = () => [];
  let isReading = false;

  const build = () => {
    matcher = matcherOf([...(names ?? [])].map((name) => communityOf(name, lists)));
  };
  const readList = async (name: string) => {
    const target = blueskyTarget(name);
    if (target.kind !== 'list' || signal.aborted) return;
    const nowMs = clock.now().getTime();
    try {
      lists.set(name, { members: await directory.members(target, signal), asksAtMs: nowMs + listMs });
      build();
    } catch (err) {
      lists.set(name, { members: lists.get(name)?.members ?? new Set(), asksAtMs: nowMs + retryListMs });
      if (!signal.aborted) log.warn({ err, list: name }, 'could not read the members of a Bluesky list; retrying');
    }
  };
  const readDue = async () => {
    const nowMs = clock.now().getTime();
    const due = [...lists].filter(([, { asksAtMs }]) => asksAtMs <= nowMs);
    for (const [name] of due) await readList(name);
  };
  return () => {
    const now = followed();
    if (now !== names) {
      names = now;
      for (const name of lists.keys()) if (!now.has(name)) lists.delete(name);
      for (const name of now)
        if (blueskyTarget(name).kind === 'list' && !lists.has(name))
          lists.set(name, { members: new Set(), asksAtMs: 0 });
      build();
    }
    if (!isReading) {
      isReading = true;
      void readDue().finally(() => {
        isReading = false;
      });
    }
    return matcher;
  };
}

function communityOf(name: string, lists: ReadonlyMap<string, KnownList>): MatchedCommunity {
  const target = blueskyTarget(name);
  if (target.kind === 'search') return { name, search: target };
  return { name, dids: target.kind === 'account' ? [target.actor] : (lists.get(name)?.members ?? []) };
}
