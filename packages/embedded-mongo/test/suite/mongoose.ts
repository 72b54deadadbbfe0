import { expect } from '@jest/globals';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import { valuesOf } from './world.ts';
import type { Case, Topic, World } from './world.ts';

/** Opens a separate mongoose connection and database for one case. */
async function withMongoose(world: World, work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await mongoose.createConnection(world.uri, { dbName: world.newName() }).asPromise();
  try {
    await work(connection);
    // The models build their indexes in the background. FerretDB reports a deadlock if the database is dropped meanwhile.
    await Promise.allSettled(Object.values(connection.models).map((model) => model.init()));
    await connection.dropDatabase();
  } finally {
    await connection.close();
  }
}

const personSchema = () =>
  new mongoose.Schema(
    {
      email: { type: String, required: true, unique: true, lowercase: true },
      visits: { type: Number, default: 0, min: 0 },
      address: { city: String, tags: [String] },
      jobs: [{ title: String, from: Date }],
      extra: mongoose.Schema.Types.Mixed,
    },
    { timestamps: true, optimisticConcurrency: true },
  );

const code = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

const models: Case[] = [
  {
    name: 'a model saves, finds and sets its defaults and timestamps',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        const before = Date.now();
        const made = await Person.create({ email: 'A@B.example', jobs: [{ title: 'cook' }] });
        const found = await Person.findOne({ email: 'a@b.example' });
        expect(found?.toObject()).toEqual(made.toObject());
        expect(found?.visits).toBe(0);
        expect(Math.abs(Number(found?.createdAt) - before)).toBeLessThan(60_000);
      });
    },
  },
  {
    name: 'a lean read returns plain objects',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        await Person.create({ email: 'a@b.example', address: { city: 'Rome', tags: ['x'] } });
        const found = await Person.findOne({ 'address.city': 'Rome' }, { email: 1, address: 1, _id: 0 }).lean();
        expect(found).toEqual({ email: 'a@b.example', address: { city: 'Rome', tags: ['x'] } });
      });
    },
  },
  {
    name: 'a unique path creates an index that refuses duplicates with code 11000',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        await Person.init();
        await Person.create({ email: 'a@b.example' });
        expect(await code(Person.create({ email: 'A@b.example' }))).toBe(11000);
        expect(await code(Person.insertMany([{ email: 'c@d.example' }, { email: 'a@b.example' }]))).toBe(11000);
        expect(await Person.countDocuments()).toBe(2);
      });
    },
  },
  {
    name: 'creating the indexes of a model repeatedly and concurrently succeeds',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const schema = personSchema();
        schema.index({ 'address.city': 1, createdAt: -1 });
        schema.index({ visits: 1 }, { partialFilterExpression: { visits: { $gt: 10 } } });
        const Person = connection.model('Person', schema);
        const made = await Promise.allSettled([Person.init(), Person.createIndexes(), Person.syncIndexes()]);
        const refusals = made.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
        // FerretDB exposes deadlocks of PostgreSQL, so the caller must retry there.
        const known = world.server === 'ferretdb' ? /deadlock detected/ : /^$/;
        for (const refusal of refusals) expect(refusal).toMatch(known);
        await Person.syncIndexes();
        expect(valuesOf(await Person.listIndexes(), 'name').sort()).toEqual(
          ['_id_', 'address.city_1_createdAt_-1', 'email_1', 'visits_1'].sort(),
        );
      });
    },
  },
  {
    name: 'the second of two saves of the same version fails',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        const { _id } = await Person.create({ email: 'a@b.example' });
        const [first, second] = await Promise.all([Person.findById(_id).orFail(), Person.findById(_id).orFail()]);
        first.visits = 1;
        await first.save();
        second.visits = 2;
        await expect(second.save()).rejects.toBeInstanceOf(mongoose.Error.VersionError);
        expect((await Person.findById(_id))?.visits).toBe(1);
      });
    },
  },
  {
    name: 'subdocuments in arrays can be added, changed and removed',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        const person = await Person.create({ email: 'a@b.example', jobs: [{ title: 'cook' }, { title: 'smith' }] });
        person.jobs.push({ title: 'baker', from: new Date(0) });
        await person.save();
        const smith = person.jobs[1];
        smith?.set('title', 'blacksmith');
        person.jobs[0]?.deleteOne();
        await person.save();
        const found = await Person.findById(person._id).lean();
        expect(found?.jobs.map((job) => job.title)).toEqual(['blacksmith', 'baker']);
        expect(found?.jobs[1]?.from).toEqual(new Date(0));
      });
    },
  },
  {
    name: 'findOneAndUpdate upserts with defaults and returns the new document',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        const update = { $inc: { visits: 1 } };
        const options = { upsert: true, returnDocument: 'after' } as const;
        for (const visits of [1, 2]) {
          const found = await Person.findOneAndUpdate({ email: 'a@b.example' }, update, options).lean();
          expect(found).toMatchObject({ email: 'a@b.example', visits, jobs: [] });
        }
        expect(await Person.countDocuments()).toBe(1);
      });
    },
  },
  {
    name: 'a cursor reads and bulkWrite changes many documents',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        await Person.insertMany(Array.from({ length: 230 }, (_, n) => ({ email: `p${n}@b.example`, visits: n })));
        await Person.bulkWrite([
          { updateMany: { filter: { visits: { $gte: 200 } }, update: { $set: { extra: { old: [1] } } } } },
        ]);
        let count = 0;
        for await (const person of Person.find({ 'extra.old': 1 }).sort({ visits: 1 }).cursor({ batchSize: 7 })) {
          expect(person.visits).toBe(200 + count++);
        }
        expect(count).toBe(30);
      });
    },
  },
  {
    name: 'aggregate, distinct, exists and populate work',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const Person = connection.model('Person', personSchema());
        const noteSchema = new mongoose.Schema({
          by: { type: mongoose.Schema.Types.ObjectId, ref: 'Person' },
          text: String,
        });
        const Note = connection.model('Note', noteSchema);
        const anna = await Person.create({ email: 'anna@b.example' });
        const ben = await Person.create({ email: 'ben@b.example' });
        const notes = [
          { by: anna._id, text: 'one' },
          { by: anna._id, text: 'two' },
          { by: ben._id, text: 'three' },
        ];
        await Note.create(notes);
        const counts = await Note.aggregate([{ $group: { _id: '$by', n: { $sum: 1 } } }, { $sort: { n: -1 } }]);
        expect(counts).toEqual([
          { _id: anna._id, n: 2 },
          { _id: ben._id, n: 1 },
        ]);
        expect((await Note.distinct('text')).sort()).toEqual(['one', 'three', 'two']);
        expect(await Note.exists({ text: 'four' })).toBeNull();
        const note = await Note.findOne({ text: 'three' }).populate({ path: 'by', select: 'email -_id' }).lean();
        expect(note?.by).toEqual({ email: 'ben@b.example' });
      });
    },
  },
  {
    name: 'strict queries, maps, buffers and decimals work',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const schema = new mongoose.Schema({
          map: { type: Map, of: Number },
          data: Buffer,
          price: mongoose.Schema.Types.Decimal128,
        });
        const Thing = connection.model('Thing', schema);
        await Thing.create({ map: { a: 1, b: 2 }, data: Buffer.from([1, 2]), price: '1.50' });
        const found = await Thing.findOne().where('price').gte(1.5).where('map.b', 2).orFail();
        expect([...(found.map ?? [])]).toEqual([
          ['a', 1],
          ['b', 2],
        ]);
        expect(found.data?.toString('hex')).toBe('0102');
        expect(String(found.price)).toBe('1.50');
      });
    },
  },
  {
    name: 'one write changes the state and its outbox, which is cleared by id',
    async run(world) {
      await withMongoose(world, async (connection) => {
        const schema = new mongoose.Schema({
          state: String,
          outbox: [{ _id: false, id: String, type: { type: String } }],
        });
        const Job = connection.model('Job', schema);
        const { _id } = await Job.create({ state: 'pending' });
        const event = (id: string) => ({ id, type: 'job.started' });
        await Job.updateOne(
          { _id, state: 'pending' },
          { $set: { state: 'running' }, $push: { outbox: { $each: [event('1'), event('2')] } } },
        );
        expect(await Job.updateOne({ _id, state: 'pending' }, { $set: { state: 'running' } })).toMatchObject({
          matchedCount: 0,
        });
        await Job.updateOne({ _id }, { $pull: { outbox: { id: { $in: ['1'] } } } });
        expect((await Job.findOne({ 'outbox.0': { $exists: true } }).lean())?.outbox).toEqual([event('2')]);
      });
    },
  },
];

export const mongooseTopics: readonly Topic[] = [{ topic: 'mongoose', cases: models }];
