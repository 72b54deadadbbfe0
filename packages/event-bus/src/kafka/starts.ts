import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@earshot/core';
import type { AdminClient } from './client.ts';
import { type CommitState, decodeState, takenOver } from './commit-state.ts';
import { fetchCommitted } from './lag.ts';
import type { Committed } from './partition-log.ts';

/** Where consumption of a partition starts. */
export interface Start {
  readonly state: CommitState;
  /** null when the group has no commit for the partition. */
  readonly committed: Committed | null;
}

interface Place {
  readonly admin: AdminClient;
  readonly groupId: string;
  /** Kafka's topic name, including the namespace. */
  readonly topic: string;
}

const askAgainMs = 500;

/** The newest offset of each partition. */
export async function fetchEnds({ admin, topic }: Place): Promise<ReadonlyMap<number, number>> {
  const ends = await admin.use((one) => one.fetchTopicOffsets(topic));
  return new Map(ends.map(({ partition, high }) => [partition, Number(high)]));
}

/**
 * Finds where to start the partitions: at the committed offset, else at the oldest kept record; with `ends`, at those
 * offsets. Retries until the broker answers. Returns null once `isCurrent` is false.
 */
export async function fetchStarts(
  options: Place & {
    readonly log: Logger;
    readonly partitions: readonly number[];
    readonly ends: ReadonlyMap<number, number> | undefined;
    readonly isCurrent: () => boolean;
  },
): Promise<ReadonlyMap<number, Start> | null> {
  const { partitions, ends, isCurrent, log, groupId } = options;
  while (isCurrent()) {
    // A partition that is newer than `ends` starts at its first record.
    if (ends !== undefined) return new Map(partitions.map((one) => [one, startAt(ends.get(one) ?? 0)]));
    if (partitions.length === 0) return new Map();
    try {
      const starts = await requestStarts(options, partitions);
      return isCurrent() ? starts : null;
    } catch (error) {
      log.debug({ kafkaGroup: groupId, err: error }, 'committed offsets not known yet');
      await wait(askAgainMs, undefined, { ref: false });
    }
  }
  return null;
}

async function requestStarts(place: Place, partitions: readonly number[]): Promise<Map<number, Start>> {
  const { admin, groupId, topic } = place;
  const found = await fetchCommitted(admin, groupId, topic);
  const isNew = partitions.some((partition) => !found.has(partition));
  const lows = isNew ? await admin.use((one) => one.fetchTopicOffsets(topic)) : [];
  const states = new Map([...found].map(([partition, one]) => [partition, decodeState(one.offset, one.metadata)]));
  // The group is complete: Kafka assigns partitions when each member has rejoined or was removed.
  const asksForMembers = partitions.some((partition) => (states.get(partition)?.running.offsets.length ?? 0) > 0);
  const members = asksForMembers ? await membersOf(place) : new Set<string>();
  const lowOf = (partition: number) => Number(lows.find((one) => one.partition === partition)?.low ?? 0);
  return new Map(
    partitions.map((partition) => {
      const committed = found.get(partition);
      const state = states.get(partition);
      if (committed === undefined || state === undefined) return [partition, startAt(lowOf(partition))];
      return [partition, { state: takenOver(state, (member) => members.has(member)), committed }];
    }),
  );
}

async function membersOf({ admin, groupId }: Place): Promise<ReadonlySet<string>> {
  const { groups } = await admin.use((one) => one.describeGroups([groupId]));
  return new Set(groups.flatMap(({ members }) => members.map(({ memberId }) => memberId)));
}

function startAt(offset: number): Start {
  return { state: decodeState(offset, null), committed: null };
}
