import { create, EnvelopeSchema, encodeEnvelope } from '@earshot/proto/events';
import { leadContract } from '@earshot/proto/http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Connection, Schema } from 'mongoose';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { consume } from '@earshot/event-bus';
import { defineService, personalDataFaults, route } from '../src/index.ts';
import { until } from '@earshot/core/testing';
import { notConnected, startTestServices, type TestOptions, type TestServices } from '@earshot/testing';

interface Note {
  _id: string;
  userId: string;
}

const noteSchema = new Schema<Note>({ _id: String, userId: String }, { versionKey: false });
noteSchema.index({ userId: 1 });
const publicSchema = new Schema({ _id: String, text: String }, { versionKey: false });
const ownSchema = new Schema({ _id: String }, { versionKey: false });

const models = (documents: Connection) => ({
  note: documents.model<Note>('Note', noteSchema, 'notes'),
  everybodys: documents.model('Everybodys', publicSchema, 'everybodys'),
  own: documents.model('Own', ownSchema, 'owns'),
});

const dataNotes = {
  everybodys: { personal: false, because: 'a test' },
  owns: { personal: true, userPath: '_id' },
} as const;

/** Writes a note for each event and each call. `hold` delays a write, so that a deletion can happen first. */
function notesService(hold: { before: () => Promise<void>; forgotten: string[] }) {
  return defineService({
    name: 'lead',
    database: 'lead',
    config: z.object({}),
    models: (documents) => Object.values(models(documents)),
    dataNotes,
    serves: [leadContract.saveConfiguration],
    calls: [],
    publishes: [],
    consumes: ['scanEnded'],
    start: async ({ documents }) => {
      const { note, own, everybodys } = models(documents);
      const write = async (userId: string) => {
        await hold.before();
        await note.updateOne({ _id: `note of ${userId}` }, { $set: { userId } }, { upsert: true }).exec();
        await own.updateOne({ _id: userId }, {}, { upsert: true }).exec();
        await everybodys.updateOne({ _id: 'one' }, { $set: { text: 'x' } }, { upsert: true }).exec();
      };
      return {
        routes: [
          route(leadContract.saveConfiguration, async ({ userId }) => {
            await write(userId);
            throw new Error('answers nothing');
          }),
        ],
        subscriptions: [
          consume({
            group: 'lead',
            topic: 'scan.events',
            handlers: { scanEnded: async ({ userId }) => write(userId) },
            batches: {
              scanEnded: async (events) => void (await Promise.all(events.map(({ userId }) => write(userId)))),
            },
          }),
        ],
        forget: async (userId) => void hold.forgotten.push(userId),
      };
    },
  });
}

const publisher = (name: 'scan' | 'realtime', database: string | null) =>
  defineService({
    name,
    database,
    config: z.object({}),
    serves: [],
    calls: [],
    publishes: database === null ? [] : ['scanEnded'],
    consumes: [],
    start: async () => ({}),
  });

/** `scan` has no models, so it publishes about deleted users, as a service does that has not handled a deletion yet. */
const publishers = [publisher('scan', 'scan'), publisher('realtime', null)];

let services: TestServices | undefined;
afterEach(async () => {
  await services?.stop();
  services = undefined;
});

async function start(
  hold = { before: async () => {}, forgotten: new Array<string>() },
  options: Pick<TestOptions, 'folder' | 'mongo'> = {},
) {
  const started = await startTestServices([notesService(hold), ...publishers], options);
  services = started;
  const { documents } = started.platformOf('lead');
  const { bus, event } = started.platformOf('scan');
  const counts = async () => {
    const { note, own, everybodys } = models(documents);
    return [await note.countDocuments(), await own.countDocuments(), await everybodys.countDocuments()];
  };
  const happened = async (...userIds: string[]) =>
    bus.publish(userIds.map((userId) => event({ userId, payload: { case: 'scanEnded', value: {} } }).record));
  const deleted = async (userId: string) =>
    bus.publish([event({ userId, payload: { case: 'accountDeleted', value: {} } }).record]);
  const idle = async () =>
    (await bus.lag('lead', 'scan.events')) === 0 && (await bus.lag('lead', 'account.events')) === 0;
  const call = (userId: string) => started.fetch(leadContract.saveConfiguration, { userId, body: {} });
  return { ...started, bus, counts, happened, deleted, idle, call, hold };
}

describe('a deleted user', () => {
  it('is removed from each personal collection, and others stay', async () => {
    const { happened, deleted, counts, idle, hold } = await start();
    await happened('ann', 'bob');
    await until('notes', async () => (await counts()).join() === '2,2,1');
    await deleted('ann');
    await until('removal', async () => (await idle()) && (await counts()).join() === '1,1,1');
    expect(hold.forgotten).toEqual(['ann']);
  });

  it('is not brought back by late events, alone or several at once', async () => {
    const { happened, deleted, counts, idle } = await start();
    await deleted('ann');
    await until('the deletion', idle);
    await happened('ann');
    await until('the event', idle);
    await happened(...Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? 'ann' : 'bob')));
    await until('the events', async () => (await idle()) && (await counts())[0] === 1);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('is not brought back by an event or a call that was under way', async () => {
    const waiting: (() => void)[] = [];
    const hold = { before: () => new Promise<void>((resolve) => waiting.push(resolve)), forgotten: [] };
    const { happened, deleted, counts, idle, call, bus } = await start(hold);
    await happened('ann');
    const called = call('ann');
    await until('both under way', () => waiting.length === 2);
    await deleted('ann');
    await until('the deletion', async () => (await bus.lag('lead', 'account.events')) === 0);
    for (const go of waiting) go();
    expect((await called).status).toBe(500);
    await until('the event', idle);
    expect((await counts()).slice(0, 2)).toEqual([0, 0]);
  });

  it('loses with its next event what a job of the service made after the deletion', async () => {
    const { happened, deleted, counts, idle, platformOf } = await start();
    await deleted('ann');
    await until('the deletion', idle);
    await models(platformOf('lead').documents).note.create({ _id: 'of a job', userId: 'ann' });
    await happened('ann');
    await until('the event', async () => (await idle()) && (await counts())[0] === 0);
  });

  it('may not call any more', async () => {
    const { deleted, idle, call, counts } = await start();
    await deleted('ann');
    await until('the deletion', idle);
    expect((await call('ann')).status).toBe(401);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('is in no file any more: not in events that waited, in dead letters, nor in what SQLite leaves behind', async () => {
    const { folder, happened, deleted, counts, bus } = await start();
    const userId = 'user-whose-id-is-searched-for';
    await happened(userId, 'bob');
    // The user's id is only in the content, and the key is another.
    const other = create(EnvelopeSchema, { userId, payload: { case: 'scanTaskRequested', value: { jobId: 'x' } } });
    await bus.publish([{ topic: 'scan.tasks', key: 'x', value: encodeEnvelope(other), headers: {} }]);
    await until('notes', async () => (await counts())[0] === 2);
    expect(await filesWith(folder, userId)).not.toEqual([]);
    await deleted(userId);
    await until('clean files', async () => (await filesWith(folder, userId)).length === 0, undefined, 100);
    expect((await counts())[0]).toBe(1);
  });

  it.each([
    { of: 'a service that handled the deletion', name: 'lead', publishes: true },
    { of: 'a service without a database, which keeps no tombstones', name: 'realtime', publishes: false },
  ] as const)('is named in no event and no security event of $of', async ({ name, publishes }) => {
    const userId = 'user-whose-id-is-searched-for';
    const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
    // The events are read from the data folder, so the tombstones must be there too.
    const { deleted, idle, platformOf, stop } = await start(undefined, { folder, mongo: null });
    await deleted(userId);
    await until('the deletion', idle);
    await until('clean files', async () => (await filesWith(folder, userId)).length === 0, undefined, 100);
    const { bus, event, security } = platformOf(name);
    const about = [userId, 'somebody-else'];
    if (publishes)
      await bus.publish(about.map((id) => event({ userId: id, payload: { case: 'scanEnded', value: {} } }).record));
    for (const id of about)
      security.record({ event: 'sign-out', outcome: 'success', userId: id, network: '192.0.2.7' });
    // A stop publishes the security events that wait.
    await stop();
    services = undefined;
    expect(await filesWith(folder, userId)).toEqual([]);
    expect((await filesWith(folder, 'somebody-else')).length > 0).toBe(publishes);
    await rm(folder, { recursive: true });
  });

  it('is removed when the process was stopped in between', async () => {
    const userId = 'user-whose-id-is-searched-for';
    const folder = await stopped(userId);
    const again = await startTestServices([notesService({ before: async () => {}, forgotten: [] })], { folder });
    services = again;
    await until('clean files', async () => (await filesWith(folder, userId)).length === 0, undefined, 100);
    await again.stop();
    services = undefined;
    await rm(folder, { recursive: true });
  });
});

/** Returns a folder in which the user is deleted, but the service has not handled the deletion. */
async function stopped(userId: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
  const hold = { before: async () => {}, forgotten: [] };
  const started = await startTestServices([notesService(hold)], { folder });
  const { bus, event } = started.platformOf('lead');
  await bus.publish([event({ userId, payload: { case: 'scanEnded', value: {} } }).record]);
  await until('the note', async () => (await bus.lag('lead', 'scan.events')) === 0);
  await bus.publish([event({ userId, payload: { case: 'accountDeleted', value: {} } }).record]);
  await started.stop();
  return folder;
}

async function filesWith(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) if ((await readFile(file).catch(() => Buffer.alloc(0))).includes(word)) found.push(file);
  return found;
}

describe('what a service declares about its collections', () => {
  it('must cover each: a path that names the user with an index, or a reason', async () => {
    const documents = notConnected();
    const given = Object.values(models(documents));
    expect(personalDataFaults({ models: given, notes: dataNotes })).toEqual([]);
    expect(personalDataFaults({ models: given, notes: { nothing: { personal: false, because: 'x' } } })).toEqual([
      "everybodys has no userId and is not declared as nobody's",
      "owns has no userId and is not declared as nobody's",
      'nothing is declared and is no collection',
    ]);
    const slow = documents.model('Slow', new Schema({ userId: String }), 'slow');
    expect(personalDataFaults({ models: [slow], notes: {} })).toEqual([
      'slow has no index on userId: a deletion would read all of it',
    ]);
    await documents.close();
  });
});
