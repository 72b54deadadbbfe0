import { startEmbeddedDocuments } from '@earshot/embedded-mongo';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, createConnection, type Model, Schema } from 'mongoose';
import { addSlots, inFreeSlot } from '../src/index.ts';

interface Thing {
  owner: string;
  name: string;
  slot?: number;
}

let folder: string;
let server: Awaited<ReturnType<typeof startEmbeddedDocuments>>;
let connection: Connection;
let model: Model<Thing>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-slots-'));
  server = await startEmbeddedDocuments({ folder });
  connection = await createConnection(server.uri).asPromise();
  const schema = new Schema<Thing>({ owner: String, name: { type: String, unique: true } });
  addSlots(schema, ['owner']);
  model = connection.model<Thing>('Thing', schema);
  await model.init();
});
afterAll(async () => {
  await connection.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

const add = (owner: string, name: string) =>
  inFreeSlot(model, { scope: { owner }, most: 3 }, (slot) => model.create({ owner, name, slot }));

it('of many insertions at once, as many succeed as the limit allows, for each owner', async () => {
  const names = Array.from({ length: 8 }, (_, number) => number);
  const added = await Promise.all(['a', 'b'].flatMap((owner) => names.map((name) => add(owner, `${owner}${name}`))));
  expect(added.filter((one) => one !== null)).toHaveLength(6);
  expect((await model.distinct('slot', { owner: 'a' })).sort()).toEqual([0, 1, 2]);
});

it('a document that is deleted or gives its slot away makes room for another', async () => {
  await Promise.all([add('c', 'c0'), add('c', 'c1'), add('c', 'c2')]);
  expect(await add('c', 'c3')).toBeNull();
  await model.deleteOne({ name: 'c1' });
  await model.updateOne({ name: 'c2' }, { $unset: { slot: 1 } });
  expect(await add('c', 'c3')).not.toBeNull();
  expect(await add('c', 'c4')).not.toBeNull();
  expect(await add('c', 'c5')).toBeNull();
});

it('a conflict of another index is rethrown', async () => {
  await add('d', 'same');
  await expect(add('e', 'same')).rejects.toThrow('name');
});
