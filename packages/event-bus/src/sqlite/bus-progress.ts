import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DeadLetter } from '../event-bus.ts';
import type { PartitionProgress, StoredRecord } from '../partition-cursor.ts';
import { type Clock, newId } from '@earshot/core';
import type { GroupCommit } from './bus-commit.ts';
import { recordRow, type Records } from './bus-records.ts';

export interface Progress {
  /** Stored durably. A new group starts at the oldest kept record. */
  ofGroup(group: string, topic: string, partition: number): PartitionProgress;
  /** Starts at the newest record and lives in memory only. Dead letters are stored durably. */
  ofBroadcast(group: string, topic: string, partition: number): PartitionProgress;
  lag(group: string, topic: string, partition: number): number;
  deadLetters(group: string): DeadLetter[];
  /** Called within a commit: publishes the dead letter again for its group. Returns null for an unknown id. */
  replay(group: string, id: string): { topic: string; partition: number } | null;
}

const positionRow = z.object({ n: z.number() });
const parkedRow = z
  .object({ offset: z.number(), key: z.string(), attempts: z.number(), unended: z.number() })
  // One process has the file, so a delivery that began before it was opened has not ended.
  .transform((row) => ({ ...row, begun: false }));
const deadRow = recordRow
  .extend({ id: z.string(), grp: z.string(), attempts: z.number(), error: z.string(), failed_at: z.number() })
  .transform(({ id, grp, partition, offset, attempts, error, failed_at, ...record }) => ({
    id,
    group: grp,
    record,
    partition,
    offset,
    attempts,
    error,
    failedAt: new Date(failed_at),
  }));

interface ProgressOptions {
  readonly database: DatabaseSync;
  readonly commit: GroupCommit;
  readonly records: Records;
  readonly clock: Clock;
}

export function openProgress(options: ProgressOptions): Progress {
  const { database, commit, records } = options;
  const selectPosition = database.prepare(
    'SELECT next_offset AS n FROM position WHERE grp = ? AND topic = ? AND partition = ?',
  );
  const selectDead = database.prepare('SELECT * FROM dead_letter WHERE grp = ? ORDER BY id');
  const selectOneDead = database.prepare('SELECT * FROM dead_letter WHERE grp = ? AND id = ?');
  const deleteDead = database.prepare('DELETE FROM dead_letter WHERE id = ?');
  const countLag = database.prepare(
    `SELECT (SELECT count(*) FROM record WHERE topic = :topic AND partition = :partition AND offset >= :position
               AND (only_group IS NULL OR only_group = :grp))
          + (SELECT count(*) FROM parked WHERE topic = :topic AND partition = :partition AND grp = :grp) AS n`,
  );

  const keepDead = deadLetterKeeper(options);

  return {
    ofGroup: (group, topic, partition) => storedProgress(database, commit, keepDead(group), [group, topic, partition]),
    ofBroadcast: (group, topic, partition) => ({
      position: records.end(topic, partition),
      parked: [],
      hasRoom: () => true,
      moveTo: () => undefined,
      park: () => undefined,
      unpark: () => undefined,
      stored: async () => undefined,
      deadLetter: keepDead(group),
    }),
    lag: (group, topic, partition) => {
      const position = positionRow.optional().parse(selectPosition.get(group, topic, partition))?.n ?? 0;
      return positionRow.parse(countLag.get({ topic, partition, position, grp: group })).n;
    },
    deadLetters: (group) => selectDead.all(group).map((row) => deadRow.parse(row)),
    replay: (group, id) => {
      const row = selectOneDead.get(group, id);
      if (row === undefined) return null;
      const { record } = deadRow.parse(row);
      deleteDead.run(id);
      const [partition = 0] = records.append([record], group);
      return { topic: record.topic, partition };
    },
  };
}

/** Stores a record that its group gave up on, with the reason, in the next commit. */
function deadLetterKeeper({ database, commit, clock }: ProgressOptions) {
  const insert = database.prepare('INSERT INTO dead_letter VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return (group: string) => async (record: StoredRecord, attempts: number, error: string) => {
    const { topic, partition, offset, key, value, headers } = record;
    const place = [newId(), group, topic, partition, offset];
    const failure = [JSON.stringify(headers), attempts, error, clock.now().getTime()];
    commit.later(() => insert.run(...place, key, value, ...failure));
  };
}

function storedProgress(
  database: DatabaseSync,
  commit: GroupCommit,
  deadLetter: PartitionProgress['deadLetter'],
  place: [group: string, topic: string, partition: number],
): PartitionProgress {
  const where = 'WHERE grp = ? AND topic = ? AND partition = ?';
  const setPosition = database.prepare('INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?)');
  const setParked = database.prepare('INSERT OR REPLACE INTO parked VALUES (?, ?, ?, ?, ?, ?, ?)');
  const deleteParked = database.prepare(`DELETE FROM parked ${where} AND offset = ?`);
  const position = database.prepare(`SELECT next_offset AS n FROM position ${where}`).get(...place);
  const parked = database
    .prepare(`SELECT offset, key, attempts, unended FROM parked ${where} ORDER BY offset`)
    .all(...place);
  const name = JSON.stringify(place);
  const moveTo = (to: number) => commit.latest(name, () => setPosition.run(...place, to));
  if (position === undefined) moveTo(0);
  return {
    position: positionRow.optional().parse(position)?.n ?? 0,
    parked: parked.map((row) => parkedRow.parse(row)),
    hasRoom: () => true,
    moveTo,
    park: ({ offset, key, attempts, unended, begun }) =>
      commit.later(() => setParked.run(...place, offset, key, attempts, unended + (begun ? 1 : 0))),
    unpark: (offset) => commit.later(() => deleteParked.run(...place, offset)),
    stored: () => commit.write(() => undefined),
    deadLetter,
  };
}
