import { expect } from '@jest/globals';
import { type CommandStartedEvent, type Document, Long } from 'mongodb';
import { z } from 'zod';
import { type Case, type Doc, refusal, testCase, type Topic, type World } from './world.ts';

const numbered = (count: number): Doc[] => Array.from({ length: count }, (_, _id) => ({ _id, half: _id % 2 }));

const cursorSchema = z.object({
  cursor: z.object({
    id: z.instanceof(Long),
    firstBatch: z.array(z.unknown()).default([]),
    nextBatch: z.array(z.unknown()).default([]),
  }),
});

/** The cursor of a raw command's reply. Keeps its id as a long, which getMore requires. */
async function cursorOf(world: World, command: Document): Promise<z.infer<typeof cursorSchema>['cursor']> {
  return cursorSchema.parse(await world.db.command(command, { promoteLongs: false })).cursor;
}

/** The names of the commands that the driver sends while `work` runs. */
async function commandsDuring(world: World, work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const listen = (event: CommandStartedEvent): void => void names.push(event.commandName);
  world.client.on('commandStarted', listen);
  await work();
  world.client.off('commandStarted', listen);
  return names;
}

const cursors: Case[] = [
  testCase('a cursor over 350 documents returns each once, in batches', async (world) => {
    const collection = await world.collection(numbered(350));
    const found: unknown[] = [];
    const commands = await commandsDuring(world, async () => {
      for await (const doc of collection.find().sort({ _id: 1 })) found.push(doc._id);
    });
    expect(found).toEqual(numbered(350).map((doc) => doc._id));
    expect(commands).toEqual(['find', 'getMore']);
  }),
  testCase('find and getMore respect batchSize', async (world) => {
    const collection = await world.collection(numbered(25));
    const commands = await commandsDuring(world, () => collection.find({}, { batchSize: 10 }).toArray());
    expect(commands).toEqual(['find', 'getMore', 'getMore']);
  }),
  testCase('aggregate respects batchSize', async (world) => {
    const collection = await world.collection(numbered(25));
    const commands = await commandsDuring(world, async () => {
      expect(await collection.aggregate([{ $match: { half: 0 } }], { batchSize: 5 }).toArray()).toHaveLength(13);
    });
    expect(commands).toEqual(['aggregate', 'getMore', 'getMore']);
  }),
  testCase('batchSize 0 opens a cursor without documents', async (world) => {
    const collection = await world.collection(numbered(3));
    const { id, firstBatch } = await cursorOf(world, { find: collection.collectionName, batchSize: 0 });
    expect(firstBatch).toEqual([]);
    const more = await cursorOf(world, { getMore: id, collection: collection.collectionName });
    expect(more.nextBatch).toHaveLength(3);
  }),
  testCase('singleBatch closes the cursor after the first batch', async (world) => {
    const collection = await world.collection(numbered(5));
    const find = { find: collection.collectionName, batchSize: 2, singleBatch: true };
    const { id, firstBatch } = await cursorOf(world, find);
    expect(firstBatch).toHaveLength(2);
    expect(id.isZero()).toBe(true);
  }),
  testCase('limit applies across batches', async (world) => {
    const collection = await world.collection(numbered(30));
    const found = await collection.find({}, { batchSize: 4, limit: 10, sort: { _id: 1 } }).toArray();
    expect(found.map((doc) => doc._id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }),
  testCase('limit 0 means no limit', async (world) => {
    const collection = await world.collection(numbered(5));
    expect(await collection.find().limit(0).toArray()).toHaveLength(5);
  }),
  testCase('skip applies after sort and before limit', async (world) => {
    const collection = await world.collection(numbered(10));
    const found = await collection.find().sort({ _id: -1 }).skip(2).limit(3).toArray();
    expect(found.map((doc) => doc._id)).toEqual([7, 6, 5]);
  }),
  testCase('skip beyond the end finds nothing', async (world) => {
    const collection = await world.collection(numbered(3));
    expect(await collection.find().skip(5).toArray()).toEqual([]);
  }),
  testCase('a negative skip is refused', async (world) => {
    const collection = await world.collection(numbered(3));
    await refusal(world.db.command({ find: collection.collectionName, skip: -1 }));
  }),
  testCase('getMore on a closed cursor is refused with code 43', async (world) => {
    const name = (await world.collection(numbered(5))).collectionName;
    const { id } = await cursorOf(world, { find: name, batchSize: 2 });
    expect(await world.db.command({ killCursors: name, cursors: [id] })).toMatchObject({
      ok: 1,
      cursorsNotFound: [],
    });
    expect(await refusal(world.db.command({ getMore: id, collection: name }))).toMatchObject({ code: 43 });
  }),
  testCase('killing an unknown cursor reports that it was not found', async (world) => {
    const name = (await world.collection(numbered(1))).collectionName;
    const id = Long.fromNumber(987654321);
    const answer = await world.db.command({ killCursors: name, cursors: [id] }, { promoteLongs: false });
    expect(answer).toMatchObject({ cursorsKilled: [], cursorsNotFound: [id] });
  }),
  testCase('leaving a loop early closes the cursor on the server', async (world) => {
    const collection = await world.collection(numbered(50));
    const commands = await commandsDuring(world, async () => {
      for await (const doc of collection.find({}, { batchSize: 5 })) if (doc._id === 2) break;
    });
    expect(commands).toEqual(['find', 'killCursors']);
  }),
  testCase('several cursors on one connection are independent', async (world) => {
    const collection = await world.collection(numbered(40));
    const [even, odd] = [0, 1].map((half) => collection.find({ half }, { batchSize: 3 }).sort({ _id: 1 }));
    for (let i = 0; i < 20; i++) {
      expect([(await even?.next())?._id, (await odd?.next())?._id]).toEqual([2 * i, 2 * i + 1]);
    }
    expect([await even?.next(), await odd?.next()]).toEqual([null, null]);
  }),
  testCase('an open cursor survives document changes and returns no document twice', async (world) => {
    const collection = await world.collection(numbered(60));
    const seen: unknown[] = [];
    for await (const doc of collection.find({}, { batchSize: 10 }).sort({ _id: 1 })) {
      seen.push(doc._id);
      if (doc._id === 5) await collection.updateMany({}, { $set: { touched: true } });
    }
    expect(seen).toEqual(numbered(60).map((doc) => doc._id));
  }),
];

export const cursorTopics: readonly Topic[] = [{ topic: 'cursors, limit and skip', cases: cursors }];
