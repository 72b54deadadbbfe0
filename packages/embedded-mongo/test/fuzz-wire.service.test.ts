import { series, until } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deserialize, type Document, Long, serialize } from 'bson';
import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDocuments, startEmbeddedDocuments } from '../src/index.ts';
import { int32, legacyQuery, message, sequence } from './raw-messages.ts';

let folder: string;
let server: EmbeddedDocuments;
let client: MongoClient;
let faults: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-fuzz-'));
  faults = [];
  server = await startEmbeddedDocuments({ folder, log: (line) => faults.push(line) });
  client = await new MongoClient(server.uri).connect();
});
afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const field = fc.constantFrom('_id', 'a', 'q', 'u', '$set', '$db', '__proto__', 'cursor', 'ordered', 'limit', 'filter');
const value = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(null, true, Long.MAX_VALUE, new Date(0), Buffer.alloc(3), /a/, [], [[]], {}, { $gt: 1 }),
);
const document: fc.Arbitrary<Document> = fc.dictionary(field, value, { maxKeys: 4, noNullPrototype: true });
const name = fc.constantFrom(
  ...['insert', 'update', 'delete', 'find', 'findAndModify', 'aggregate', 'count', 'distinct', 'explain', 'getMore'],
  ...['killCursors', 'createIndexes', 'listCollections', 'hello', 'ping', 'endSessions', 'nothing', '__proto__'],
);
const command = fc.tuple(name, fc.oneof(fc.constantFrom('c', ''), value), document).map(([of, target, rest]) => {
  return { [of]: target, documents: [rest], updates: [rest], deletes: [rest], pipeline: [rest], ...rest };
});

const id = fc.integer({ min: 1, max: 1000 });
const flags = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2, 3, 4, 1 << 16, -1));
const sections = fc.array(
  fc
    .tuple(fc.constantFrom('documents', 'updates', 'deletes', '', '$db'), fc.array(document, { maxLength: 3 }))
    .map(([of, documents]) => sequence(of, documents)),
  { maxLength: 2 },
);
const whole = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(id, command, sections, flags).map((parts) => message(...parts)) },
  { weight: 1, arbitrary: fc.tuple(id, command).map((parts) => legacyQuery(...parts)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
);

/** Changes of a message: a byte, a length, bytes that are missing, doubled or added. */
type Change = (bytes: Buffer) => Buffer;
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (bytes: Buffer, where: number) => Math.floor(where * bytes.length);
const lengths = fc.constantFrom(
  0,
  1,
  4,
  5,
  15,
  16,
  21,
  -1,
  255,
  65_536,
  48_000_000,
  48_000_001,
  2 ** 31 - 1,
  -(2 ** 31),
);
const patched = (bytes: Buffer, from: number, patch: Buffer) =>
  Buffer.concat([bytes.subarray(0, from), patch, bytes.subarray(from + patch.length)]);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(
    ([where, byte]) =>
      (b: Buffer) =>
        patched(b, at(b, where), Buffer.from([byte])),
  ),
  fc.tuple(place, lengths).map(
    ([where, length]) =>
      (b: Buffer) =>
        patched(b, at(b, where), int32(length)),
  ),
  lengths.map((length) => (b: Buffer) => patched(b, 0, int32(length))),
  place.map((where) => (b: Buffer) => b.subarray(0, at(b, where))),
  place.map((where) => (b: Buffer) => b.subarray(at(b, where))),
  place.map((where) => (b: Buffer) => Buffer.concat([b, b.subarray(at(b, where))])),
);
const bytes = fc
  .array(fc.tuple(whole, fc.array(change, { maxLength: 3 })), { minLength: 1, maxLength: 3 })
  .map((all) => Buffer.concat(all.map(([one, changes]) => changes.reduce((sum, next) => next(sum), one))));
const cuts = fc.array(place, { maxLength: 3 });

/** Sends the bytes in pieces, ends the stream, and resolves with all that came until the server closed it too. */
async function talk(all: Buffer, where: readonly number[]): Promise<Buffer> {
  const socket = connect(decodeURIComponent(new URL(server.uri).hostname));
  const received: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const ends = [...where.map((one) => at(all, one)).toSorted((a, b) => a - b), all.length];
  let from = 0;
  for (const end of ends) {
    await new Promise<void>((resolve) => socket.write(all.subarray(from, end), () => resolve()));
    from = end;
  }
  socket.end();
  await closed;
  return Buffer.concat(received);
}

/** Parses everything as replies. Throws on bytes that are none. */
function repliesIn(all: Buffer): Document[] {
  const found: Document[] = [];
  for (let from = 0; from < all.length;) {
    const length = all.readInt32LE(from);
    const body = all.readInt32LE(from + 12) === 1 ? 36 : 21;
    if (length < body + 5 || from + length > all.length) throw new Error('half a reply');
    found.push(deserialize(all.subarray(from + body, from + length)));
    from += length;
  }
  return found;
}

it('answers or closes whatever bytes it gets, and serves the next connection', async () => {
  let answers = 0;
  const run = fc.asyncProperty(bytes, cuts, async (all, where) => {
    for (const reply of repliesIn(await talk(all, where))) {
      expect([0, 1]).toContain(reply['ok']);
      answers += 1;
    }
    expect((await client.db('wire').command({ ping: 1 }))['ok']).toBe(1);
    expect(faults).toEqual([]);
  });
  await fc.assert(run, { numRuns: series({ ci: 2_000, soak: 100_000 }) });
  // Many of the messages are whole, so that this tests commands too.
  expect(answers).toBeGreaterThan(300);
});

it('a message that stops in the middle holds nobody up, and ends with its connection', async () => {
  const half = message(1, { insert: 'half', documents: [{ _id: 1 }] }).subarray(0, -3);
  const socket = connect(decodeURIComponent(new URL(server.uri).hostname));
  await new Promise<void>((resolve) => socket.write(half, () => resolve()));
  expect(repliesIn(await talk(message(7, { ping: 1 }), []))).toEqual([{ ok: 1 }]);
  socket.destroy();
  await until('the end', () => socket.closed);
  expect(await client.db('wire').collection('half').countDocuments()).toBe(0);
});

it.each([
  ['a document that is longer than its message', [0x7f, 0xff, 0xff, 0x7f]],
  ['a document of no length', [0, 0, 0, 0]],
])('a body with %s closes the connection only', async (_name, length) => {
  const all = message(1, { ping: 1 });
  expect(await talk(patched(all, 21, Buffer.from(length)), [])).toEqual(Buffer.alloc(0));
  expect(serialize({ ok: 1 }).length).toBeGreaterThan(0);
  expect(repliesIn(await talk(message(2, { ping: 1 }), []))).toEqual([{ ok: 1 }]);
});
