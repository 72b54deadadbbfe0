import type { Kafka, KafkaMessage } from 'kafkajs';
import type { DeadLetter } from '../event-bus.ts';
import type { StoredRecord } from '../partition-cursor.ts';
import { newId } from '@earshot/core';
import type { AdminClient } from './client.ts';
import type { OutMessage } from './publisher.ts';
import { ownHeader, recordOf, textHeaders } from './records.ts';

const topicHeader = ownHeader('topic');
const partitionHeader = ownHeader('partition');
const offsetHeader = ownHeader('offset');
const keyHeader = ownHeader('key');
const attemptsHeader = ownHeader('attempts');
const errorHeader = ownHeader('error');
const failedAtHeader = ownHeader('failed-at');

/** Stable, so that a record given up twice because of a crash is one letter. */
function idOf({ topic, partition, offset }: StoredRecord): string {
  return `${topic}-${partition}-${offset}`;
}

/** A record that its group gave up on, as a message of the group's dead-letter topic. */
export function letterOf(
  deadLetterTopic: string,
  record: StoredRecord,
  failure: { attempts: number; error: string; failedAt: Date },
): OutMessage {
  const headers = {
    ...record.headers,
    [topicHeader]: record.topic,
    [partitionHeader]: String(record.partition),
    [offsetHeader]: String(record.offset),
    [keyHeader]: record.key,
    [attemptsHeader]: String(failure.attempts),
    [errorHeader]: failure.error,
    [failedAtHeader]: failure.failedAt.toISOString(),
  };
  return { topic: deadLetterTopic, key: idOf(record), value: record.value, headers, dealt: false };
}

/** Returns null when the message is not a dead letter. */
function readLetter(group: string, message: KafkaMessage): DeadLetter | null {
  const headers = textHeaders(message.headers);
  const { [topicHeader]: topic, [keyHeader]: key } = headers;
  if (topic === undefined || key === undefined || message.value === null) return null;
  return {
    id: message.key?.toString() ?? '',
    group,
    record: { ...recordOf(topic, message), key },
    partition: Number(headers[partitionHeader]),
    offset: Number(headers[offsetHeader]),
    attempts: Number(headers[attemptsHeader]),
    error: headers[errorHeader] ?? '',
    failedAt: new Date(headers[failedAtHeader] ?? 0),
  };
}

/**
 * Compaction may remove a topic's tail, so that its last offset is never read. After this many empty fetches, the end
 * is reached.
 */
const emptyFetches = 3;
const withinMs = 20_000;

interface ReadOptions {
  readonly group: string;
  readonly topic: string;
  readonly client: () => Kafka;
  readonly admin: AdminClient;
}

/** All letters of a group, oldest first; empty when the group has no dead-letter topic. */
export async function readLetters({ group, topic, client, admin }: ReadOptions): Promise<DeadLetter[]> {
  const known = await admin.use((one) => one.listTopics());
  if (!known.includes(topic)) return [];
  const ends = await admin.use((one) => one.fetchTopicOffsets(topic));
  const lastOffsets = new Map(
    ends.flatMap(({ partition, low, high }) => (high === low ? [] : [[partition, Number(high)]])),
  );
  if (lastOffsets.size === 0) return [];
  const letters = new Map<string, DeadLetter>();
  const groupId = `${topic}.reader.${newId()}`;
  await readTo(client(), groupId, topic, lastOffsets, (message) => {
    const letter = readLetter(group, message);
    letters.delete(message.key?.toString() ?? '');
    if (letter !== null) letters.set(letter.id, letter);
  });
  await admin.use((one) => one.deleteGroups([groupId])).catch(() => undefined);
  return [...letters.values()];
}

async function readTo(
  client: Kafka,
  groupId: string,
  topic: string,
  wanted: Map<number, number>,
  see: (message: KafkaMessage) => void,
): Promise<void> {
  const consumer = client.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 200, minBytes: 1 });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`cannot read "${topic}" within ${withinMs} ms`)), withinMs);
  let empty = 0;
  consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
  consumer.on('consumer.fetch', () => {
    empty += 1;
    if (wanted.size === 0 || empty > emptyFetches) resolve();
  });
  const eachBatch = async ({
    batch,
  }: {
    batch: { partition: number; messages: KafkaMessage[]; lastOffset(): string };
  }) => {
    empty = 0;
    batch.messages.forEach(see);
    if (Number(batch.lastOffset()) + 1 >= (wanted.get(batch.partition) ?? 0)) wanted.delete(batch.partition);
    if (wanted.size === 0) resolve();
  };
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatch });
    await promise;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
  }
}
