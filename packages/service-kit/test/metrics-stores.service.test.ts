import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { z } from 'zod';
import { startEmbeddedDocuments } from '@earshot/embedded-mongo';
import { type Meters, newId, noMeters } from '@earshot/core';
import { watchMongoPool } from '../src/metrics/mongo-pool.ts';
import { watchOutbox } from '../src/metrics/outbox.ts';
import { processMetrics } from '../src/metrics/process-metrics.ts';
import { addOutbox, type OutboxFields, outboxOf } from '../src/outbox/outbox.ts';
import { figureOf } from '@earshot/core/testing';

let folder: string;
let server: Awaited<ReturnType<typeof startEmbeddedDocuments>>;
const connections: Connection[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-figures-'));
  server = await startEmbeddedDocuments({ folder });
});
afterAll(async () => {
  await Promise.all(connections.map((one) => one.close()));
  await server.stop();
  await rm(folder, { recursive: true });
});

async function connected(options: { maxPoolSize?: number } = {}): Promise<Connection> {
  const connection = await mongoose.createConnection(server.uri, { dbName: 'figures', ...options }).asPromise();
  connections.push(connection);
  return connection;
}

it('an outbox reports how many events wait and the age of the oldest, and nothing without its database', async () => {
  const connection = await connected();
  const schema = new mongoose.Schema<OutboxFields>({});
  addOutbox(schema);
  const model = connection.model<OutboxFields>('Waiting', schema);
  await model.createIndexes();
  const { meters, text } = processMetrics(['lead']);
  const start = Date.now();
  watchOutbox(meters, { service: 'lead', model, clock: { now: () => new Date(start + 90_000) } });
  const labels = { service: 'lead', collection: model.collection.name };
  expect(figureOf(await text(), 'outboxDepth', labels)).toBe(0);
  expect(figureOf(await text(), 'outboxAge', labels)).toBe(0);

  const event = (ageMs: number) => {
    const time = (start - ageMs).toString(16).padStart(12, '0');
    const id = `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
    return { id, record: { topic: 'lead.events', key: 'k', value: Buffer.from('v'), headers: {} } };
  };
  await model.create([outboxOf([event(10_000), event(30_000)]), outboxOf([event(5_000)]), outboxOf([])]);
  const scrape = await text();
  expect(figureOf(scrape, 'outboxDepth', labels)).toBe(3);
  expect(figureOf(scrape, 'outboxAge', labels)).toBe(120);

  await connection.close();
  const away = await text();
  expect(figureOf(away, 'outboxDepth', labels)).toBeUndefined();
  expect(figureOf(away, 'outboxAge', labels)).toBeUndefined();
});

it('a pool reports its open connections, those in use, and the calls that wait for one', async () => {
  const connection = await connected({ maxPoolSize: 1 });
  const client = connection.getClient();
  const readings: (() => unknown)[] = [];
  const gauge: Meters['gauge'] = () => ({ watch: (_name, read) => void readings.push(read) });
  watchMongoPool({ ...noMeters, gauge }, 'lead', connection);
  const seen: string[] = [];
  const look = () => {
    const read = z.array(z.object({ labels: z.object({ state: z.string() }), value: z.number() }));
    const states = read.parse(readings[0]?.());
    seen.push(states.map(({ labels: { state }, value }) => `${state} ${value}`).join(', '));
  };
  // Registered after the gauge's listeners, so it sees the value of the gauge at each step.
  client.on('connectionCheckedOut', look);
  client.on('connectionCheckedIn', look);
  const ping = () => client.db('figures').command({ ping: 1 });
  await Promise.all([ping(), ping(), ping()]);
  expect(seen).toContain('open 1, in-use 1, waiting 2');
  expect(seen.at(-1)).toBe('open 1, in-use 0, waiting 0');
});
