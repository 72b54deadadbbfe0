import { createLogger } from '@earshot/core';
import { kafkaForTests, mongoForTests } from '@earshot/testing';
import { randomBytes } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { type Collection, MongoClient } from 'mongodb';
import { z } from 'zod';
import { removeTopics } from '../../e2e/src/cluster/servers.ts';
import type { EventBus } from '../../packages/event-bus/src/event-bus.ts';
import { openKafkaBus } from '../../packages/event-bus/src/kafka/bus.ts';
import { ensureTopics } from '../../packages/event-bus/src/kafka/topics.ts';
import { systemClock } from '../../packages/core/src/clock.ts';
import { benchLeadService } from './bus-lead.ts';
import { percentile, table } from './figures.ts';

/** Records per measurement and measurements per path. Both also bound the time of the naive path. */
const records = 1_000;
const rounds = 3;
const partitions = 6;
const wanted = 5;

const payload = z.object({ _id: z.string(), userId: z.string(), redditPostId: z.string(), title: z.string() });
type Found = z.infer<typeof payload> & { content: string };

/** One measurement: it reads a full topic into an empty collection. */
interface Reading {
  readonly brokers: readonly string[];
  readonly namespace: string;
  readonly topic: string;
  readonly bus: EventBus;
  readonly collection: Collection<Found>;
}

const log = createLogger({ name: 'bench', level: 'silent' });

/**
 * Writes records of Kafka to documents of MongoDB. The baseline is kafkajs as in its first example (`eachMessage`,
 * automatic commits, one upsert per record). The bus handles records one at a time and in batches. Broker, server,
 * partitions, documents and keys are the same. Measures from the first record's arrival to the last write, and then
 * does the same with the real lead service.
 */
export async function benchBus(print: (line: string) => void): Promise<void> {
  const [kafka, mongo] = await Promise.all([kafkaForTests(), mongoForTests()]);
  const client = await new MongoClient(mongo.url, { writeConcern: { w: 'majority', journal: true } }).connect();
  try {
    await ingest({ brokers: kafka.brokers, client, print });
    await benchLeadService({ brokers: kafka.brokers, mongoUrl: mongo.url, print });
  } finally {
    await client.close();
    await Promise.all([kafka.stop(), mongo.stop()]);
  }
}

const paths: readonly (readonly [name: string, read: (reading: Reading) => Promise<number>])[] = [
  ['kafkajs eachMessage, an upsert each', naive],
  ['the bus, an upsert each', (reading) => overBus(reading, 'single')],
  ['the bus, bulkWrite of upserts', (reading) => overBus(reading, 'upserts')],
  ['the bus, bulkWrite of inserts', (reading) => overBus(reading, 'inserts')],
];

async function ingest(options: { brokers: readonly string[]; client: MongoClient; print: (line: string) => void }) {
  const { brokers, client, print } = options;
  const namespace = `bench${randomBytes(4).toString('hex')}`;
  const topicOf = (path: number, round: number) => `ingest.${path}.${round}`;
  const each = Array.from({ length: rounds }, (_, round) => round);
  const topics = Object.fromEntries(
    paths.flatMap((_, path) =>
      each.map((round) => [topicOf(path, round), { partitions, retentionMs: 3_600_000, dealt: false }]),
    ),
  );
  await ensureTopics({ brokers, namespace, topics, groups: [], log });
  const bus = await openKafkaBus({ brokers, clientId: 'bench', namespace, topics, clock: systemClock, log });
  const database = client.db(namespace);
  const ms: number[][] = paths.map(() => []);
  try {
    for (const round of each) {
      // The paths take turns in each round, so other work on the machine affects all of them alike.
      for (const [path, [, read]] of paths.entries()) {
        const topic = topicOf(path, round);
        const collection = database.collection<Found>(topic.replaceAll('.', '_'));
        await collection.createIndex({ userId: 1, redditPostId: 1 }, { unique: true });
        await fill(bus, topic);
        ms[path]?.push(await read({ brokers, namespace, topic, bus, collection }));
        const stored = await collection.countDocuments();
        if (stored !== records) throw new Error(`${records} records became ${stored} documents`);
      }
    }
  } finally {
    await bus.stop();
    await database.dropDatabase();
    await removeTopics(brokers, namespace);
  }
  report(ms, print);
}

async function fill(bus: EventBus, topic: string): Promise<void> {
  const all = Array.from({ length: records }, (_, n) => {
    const userId = `user-${n % 50}`;
    const document = {
      _id: `lead-${n}`,
      userId,
      redditPostId: `t3_${n}`,
      title: 'x'.repeat(80),
      content: 'y'.repeat(600),
    };
    return { topic, key: userId, value: Buffer.from(JSON.stringify(document)), headers: {} };
  });
  await bus.publish(all);
}

function documentOf(value: Uint8Array | null): Found {
  return payload.extend({ content: z.string() }).parse(JSON.parse(Buffer.from(value ?? []).toString()));
}

const keyOf = ({ userId, redditPostId }: Found) => ({ userId, redditPostId });

/** Milliseconds from the first `began` to the last `done`. */
function stopwatch() {
  const { promise, resolve } = Promise.withResolvers<number>();
  let startMs: number | null = null;
  let count = 0;
  return {
    ms: promise,
    began: () => void (startMs ??= performance.now()),
    done: (more: number) => {
      count += more;
      if (count >= records) resolve(performance.now() - (startMs ?? Number.NaN));
    },
  };
}

async function naive({ brokers, namespace, topic, collection }: Reading): Promise<number> {
  const watch = stopwatch();
  const consumer = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).consumer({
    groupId: `${namespace}.naive.${topic}`,
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [`${namespace}.${topic}`], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      watch.began();
      const { _id, ...fields } = documentOf(message.value);
      await collection.updateOne(keyOf({ _id, ...fields }), { $set: fields, $setOnInsert: { _id } }, { upsert: true });
      watch.done(1);
    },
  });
  const ms = await watch.ms;
  await consumer.disconnect();
  return ms;
}

async function overBus({ topic, bus, collection }: Reading, how: 'single' | 'upserts' | 'inserts'): Promise<number> {
  const watch = stopwatch();
  const upsertOf = (document: Found) => {
    const { _id, ...fields } = document;
    return { filter: keyOf(document), update: { $set: fields, $setOnInsert: { _id } }, upsert: true };
  };
  const write = async (values: readonly Uint8Array[]) => {
    watch.began();
    const documents = values.map(documentOf);
    const operations =
      how === 'inserts'
        ? documents.map((document) => ({ insertOne: { document } }))
        : documents.map((document) => ({ updateOne: upsertOf(document) }));
    await collection.bulkWrite(operations, { ordered: false });
    watch.done(values.length);
  };
  const subscription = await bus.subscribe({
    group: 'bench',
    topic,
    concurrency: partitions,
    deadlineMs: 60_000,
    retry: { attempts: 3, baseMs: 100, maxMs: 1_000 },
    handle: ({ record }) => write([record.value]),
    ...(how !== 'single' && { handleMany: (many) => write(many.map(({ record }) => record.value)) }),
  });
  const ms = await watch.ms;
  await subscription.stop();
  return ms;
}

function report(ms: readonly (readonly number[])[], print: (line: string) => void): void {
  const base = percentile(ms[0] ?? [], 50);
  const rows = paths.map(([name], path) => {
    const median = percentile(ms[path] ?? [], 50);
    const all = (ms[path] ?? []).map((one) => one.toFixed(0)).join(', ');
    return [name, all, ((records / median) * 1000).toFixed(0), `${(base / median).toFixed(1)} x`];
  });
  print(`${records} records over ${partitions} partitions, ${rounds} rounds, the naive path as the baseline`);
  for (const line of table(['path', 'ms of each round', 'records/s', 'ratio'], rows)) print(line);
  print(`target: a batch path at least ${wanted} x the baseline`);
}
