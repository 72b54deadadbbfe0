import type { TopicSettings } from '@earshot/proto/events';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Clock } from '@earshot/core';

export interface RetentionOptions {
  readonly database: DatabaseSync;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly clock: Clock;
  /** How long a record is kept after every known group has handled it, for groups that subscribe later. */
  readonly keepHandledMs: number;
  /** Whether the group consumes the topic in this process now. */
  isLive(group: string, topic: string): boolean;
}

/** Rows per delete, so that the event loop is never blocked for long. */
const chunk = 1_000;
const freePages = 'PRAGMA incremental_vacuum(2000)';

const floorRows = z.array(z.object({ grp: z.string(), topic: z.string(), partition: z.number(), floor: z.number() }));
const offsetRow = z.object({ offset: z.number() });
const placeRows = z.array(z.object({ topic: z.string(), partition: z.number() }));

/**
 * Deletes records that every known group handled at least `keepHandledMs` ago, and records past their topic's
 * retention, unless a group of this process has not handled them. Returns a function that does one round and returns
 * the number of deleted records.
 */
export function createRetention(options: RetentionOptions): () => Promise<number> {
  const { database, topics, clock, keepHandledMs, isLive } = options;
  const selectPlaces = database.prepare('SELECT topic, partition FROM partition_end');
  const selectFloors = database.prepare(
    `SELECT grp, topic, partition, min(next_offset, coalesce((SELECT min(offset) FROM parked AS p
       WHERE p.grp = position.grp AND p.topic = position.topic AND p.partition = position.partition), next_offset)) AS floor
     FROM position`,
  );
  // Offsets grow with time, so this reads only the prefix that is old enough.
  const selectFirstKept = database.prepare(
    'SELECT offset FROM record WHERE topic = ? AND partition = ? AND published_at >= ? ORDER BY offset LIMIT 1',
  );
  const remove = database.prepare(
    `DELETE FROM record WHERE rowid IN (
       SELECT rowid FROM record WHERE topic = ? AND partition = ? AND offset < ? ORDER BY offset LIMIT ${chunk})`,
  );

  async function removeUpTo(topic: string, partition: number, floor: number, publishedBefore: number): Promise<number> {
    const firstKept = offsetRow.optional().parse(selectFirstKept.get(topic, partition, publishedBefore))?.offset;
    const end = Math.min(floor, firstKept ?? floor);
    let deleted = 0;
    let last = chunk;
    while (last === chunk) {
      last = Number(remove.run(topic, partition, end).changes);
      deleted += last;
      // Let other work run.
      if (last === chunk) await new Promise(setImmediate);
    }
    return deleted;
  }

  return async () => {
    const nowMs = clock.now().getTime();
    const floors = floorRows.parse(selectFloors.all());
    let deleted = 0;
    for (const { topic, partition } of placeRows.parse(selectPlaces.all())) {
      const groups = floors.filter((row) => row.topic === topic && row.partition === partition);
      const live = groups.filter(({ grp }) => isLive(grp, topic));
      const handledByAll = groups.length === 0 ? 0 : lowest(groups);
      deleted += await removeUpTo(topic, partition, handledByAll, nowMs - keepHandledMs);
      const retentionMs = topics[topic]?.retentionMs ?? 0;
      deleted += await removeUpTo(topic, partition, lowest(live), nowMs - retentionMs);
    }
    if (deleted > 0) database.exec(freePages);
    return deleted;
  };
}

function lowest(groups: readonly { floor: number }[]): number {
  return groups.reduce((low, { floor }) => Math.min(low, floor), Number.MAX_SAFE_INTEGER);
}
