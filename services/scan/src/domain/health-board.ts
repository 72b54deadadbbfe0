import { type Clock, unlessAway } from '@earshot/core';
import type { CommunityRef, UserId } from '@earshot/proto/refs';
import type { Source, Sources } from '@earshot/sources';
import { communityKey } from './community.ts';
import {
  type CommunityHealth,
  communityHealth,
  type CommunityReads,
  type HourOfPosts,
  latest,
  paceOf,
  type SourceHealth,
  sourceHealth,
  type StreamReads,
} from './source-health.ts';
import type { SourceStateStore } from './source-monitor.ts';
import { problemOf } from './source-problem.ts';
import type { StartDeps } from './start-scan.ts';

/** What ingest noted about its reads. */
export interface ReadNotes {
  /** The communities of a source that were read or tried in the last 24 hours. */
  readsOf(source: string, now: Date): Promise<readonly CommunityReads[]>;
  /** The given communities by their keys, as far as they were read from where they are read now. */
  readsIn(communities: readonly CommunityRef[], now: Date): Promise<ReadonlyMap<string, CommunityReads>>;
  hoursOf(source: string): Promise<readonly HourOfPosts[]>;
  /** Null before the first report of a stream. */
  streamOf(source: string): Promise<StreamReads | null>;
}

/** A source on the board. */
export interface BoardSource extends SourceHealth {
  readonly source: Source;
  readonly postsLastDay: number | null;
  readonly usualPostsADay: number | null;
  readonly budgetLeft: number | null;
}

export interface BoardDeps extends Pick<StartDeps, 'settingsOf'> {
  readonly notes: ReadNotes;
  readonly states: Pick<SourceStateStore, 'find'>;
  readonly sources: Sources;
  readonly clock: Clock;
}

/** The sources in use as a user sees them, and the user's communities from which no posts arrive. */
export async function boardOf(
  deps: BoardDeps,
  userId: UserId,
): Promise<{ readonly sources: readonly BoardSource[]; readonly communities: readonly CommunityHealth[] }> {
  const { notes, sources, clock } = deps;
  const now = clock.now();
  const { communities } = await deps.settingsOf(userId);
  const read = await notes.readsIn(communities, now);
  const own = communities.flatMap((community) => {
    const reads = read.get(communityKey(community)) ?? null;
    return communityHealth(community, reads, problemOf(sources, community)) ?? [];
  });
  const ofSource = (source: Source) => [...read.values()].filter((one) => one.source === source.definition.id);
  // The sites of other users' communities are nobody else's business.
  const boards = sources.all.map((source) =>
    source.definition.hasManySites ? boardSource(deps, source, ofSource(source)) : wholeSource(deps, source),
  );
  return { sources: await Promise.all(boards), communities: own };
}

/** The sources in use, over the communities of all users. */
export function wholeBoard(deps: Omit<BoardDeps, 'settingsOf'>): Promise<readonly BoardSource[]> {
  return Promise.all(deps.sources.all.map((source) => wholeSource(deps, source)));
}

type SourceDeps = Pick<BoardDeps, 'notes' | 'states' | 'clock'>;

async function wholeSource(deps: SourceDeps, source: Source): Promise<BoardSource> {
  return boardSource(deps, source, await deps.notes.readsOf(source.definition.id, deps.clock.now()));
}

async function boardSource(
  { notes, states, clock }: SourceDeps,
  source: Source,
  reads: readonly CommunityReads[],
): Promise<BoardSource> {
  const now = clock.now();
  const { id } = source.definition;
  const [health, hours, seen, budgetLeft] = await Promise.all([
    healthOf(notes, source, { reads, now }),
    notes.hoursOf(source.definition.id),
    states.find(id),
    unlessAway(
      async () => (await source.budgetLeft?.()) ?? null,
      () => null,
    ),
  ]);
  const isSeen = seen?.state === health.state && !source.definition.hasManySites;
  const lastPostAt = source.definition.hasManySites
    ? health.lastPostAt
    : latest([health.lastPostAt, hours.at(-1)?.newestAt ?? null]);
  const since = health.since ?? (isSeen ? seen.since : null);
  return { ...health, source, since, lastPostAt, ...paceOf(hours, now), budgetLeft };
}

async function healthOf(
  notes: Pick<ReadNotes, 'streamOf'>,
  { definition, read }: Source,
  { reads, now }: { readonly reads: readonly CommunityReads[]; readonly now: Date },
): Promise<SourceHealth> {
  const stream = read.kind === 'stream' ? await notes.streamOf(definition.id) : null;
  return sourceHealth(definition, reads, now, stream);
}

/** The health of a source over the communities of all users. Names no single site where there are many. */
export async function healthForAll(
  notes: Pick<ReadNotes, 'readsOf' | 'streamOf'>,
  source: Source,
  now: Date,
): Promise<SourceHealth> {
  const health = await healthOf(notes, source, { reads: await notes.readsOf(source.definition.id, now), now });
  return source.definition.hasManySites ? { ...health, cause: null } : health;
}
