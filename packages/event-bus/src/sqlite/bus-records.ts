import type { TopicSettings } from '@earshot/proto/events';
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { BusRecord } from '../event-bus.ts';
import type { StoredRecord } from '../partition-cursor.ts';
import type { Clock } from '@earshot/core';

interface RecordsOptions {
  readonly database: DatabaseSync;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly clock: Clock;
}

/** The records of all partitions. */
export interface Records {
  /** Throws an Error that names the unknown topic. */
  settings(topic: string): TopicSettings;
  /** The configured number, or more if the file has more: their records must still be read. */
  partitions(topic: string): number;
  /** The offset of the next record. */
  end(topic: string, partition: number): number;
  /** Called within a commit: assigns offsets. Returns the partition of each record. */
  append(records: readonly BusRecord[], onlyGroup: string | null): number[];
  read(topic: string, partition: number, fromOffset: number, limit: number): StoredRecord[];
}

const headersText = z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text)));

/** Columns that make up a record. */
export const recordRow = z.object({
  topic: z.string(),
  partition: z.number(),
  offset: z.number(),
  key: z.string(),
  value: z.instanceof(Uint8Array),
  headers: headersText,
});
const storedRow = recordRow
  .extend({ only_group: z.string().nullable() })
  .transform(({ only_group, ...record }) => ({ ...record, onlyGroup: only_group }));
const countRow = z.object({ n: z.number() });

export function openRecords({ database, topics, clock }: RecordsOptions): Records {
  const selectEnd = database.prepare(
    'SELECT coalesce(max(next_offset), 0) AS n FROM partition_end WHERE topic = ? AND partition = ?',
  );
  const selectPartitions = database.prepare(
    'SELECT coalesce(max(partition) + 1, 0) AS n FROM partition_end WHERE topic = ?',
  );
  const advance = database.prepare(
    `INSERT INTO partition_end VALUES (?, ?, 1)
     ON CONFLICT (topic, partition) DO UPDATE SET next_offset = next_offset + 1 RETURNING next_offset - 1 AS n`,
  );
  const insert = database.prepare(
    `INSERT INTO record (topic, partition, offset, key, value, headers, only_group, published_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = database.prepare(
    'SELECT * FROM record WHERE topic = ? AND partition = ? AND offset >= ? ORDER BY offset LIMIT ?',
  );
  const dealtTo = new Map<string, number>();

  function settings(topic: string): TopicSettings {
    const found = topics[topic];
    if (found !== undefined && Object.hasOwn(topics, topic)) return found;
    throw new Error(`unknown topic "${topic}"; known are ${Object.keys(topics).join(', ')}`);
  }

  function choosePartition(record: BusRecord): number {
    const { partitions, dealt } = settings(record.topic);
    if (!dealt) return hash(record.key) % partitions;
    const next = dealtTo.get(record.topic) ?? 0;
    dealtTo.set(record.topic, (next + 1) % partitions);
    return next % partitions;
  }

  function appendOne(record: BusRecord, onlyGroup: string | null, publishedAt: number): number {
    const { topic, key, value, headers } = record;
    const partition = choosePartition(record);
    const offset = countRow.parse(advance.get(topic, partition)).n;
    insert.run(topic, partition, offset, key, value, JSON.stringify(headers), onlyGroup, publishedAt);
    return partition;
  }

  return {
    settings,
    partitions: (topic) => Math.max(settings(topic).partitions, countRow.parse(selectPartitions.get(topic)).n),
    end: (topic, partition) => countRow.parse(selectEnd.get(topic, partition)).n,
    append: (records, onlyGroup) => {
      const publishedAt = clock.now().getTime();
      return records.map((record) => appendOne(record, onlyGroup, publishedAt));
    },
    read: (topic, partition, fromOffset, limit) =>
      select.all(topic, partition, fromOffset, limit).map((row) => storedRow.parse(row)),
  };
}

function hash(key: string): number {
  return createHash('sha1').update(key).digest().readUInt32BE(0);
}
