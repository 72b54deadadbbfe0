import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { startEmbeddedDocuments } from '../src/index.ts';
import { until } from '@earshot/core/testing';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-life-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const socketOf = (uri: string): string => decodeURIComponent(/^mongodb:\/\/([^/?]+)/.exec(uri)?.[1] ?? '');

/** Starts a server on the folder `at`, runs `work` with a connected client, and stops both. */
async function serving<T>(at: string, work: (client: MongoClient, uri: string) => Promise<T>): Promise<T> {
  const server = await startEmbeddedDocuments({ folder: at });
  const client = new MongoClient(server.uri, { serverSelectionTimeoutMS: 120_000 });
  try {
    return await work(await client.connect(), server.uri);
  } finally {
    await client.close();
    await server.stop();
  }
}

it('a large result is read in slices, so that other commands get their turn between them', async () => {
  const server = await startEmbeddedDocuments({ folder });
  const client = new MongoClient(server.uri, { monitorCommands: true });
  const commands: string[] = [];
  client.on('commandStarted', ({ commandName }) => commands.push(commandName));
  try {
    const large = client.db('d').collection('large');
    await large.insertMany(Array.from({ length: 40 }, () => ({ text: 'x'.repeat(100_000) })));
    commands.length = 0;
    expect(await large.find().toArray()).toHaveLength(40);
    expect(commands.filter((name) => name === 'getMore').length).toBeGreaterThanOrEqual(7);
  } finally {
    await client.close();
    await server.stop();
  }
});

describe('the embedded server and its folder', () => {
  it('listens on a socket that only its owner can open', async () => {
    await serving(folder, async (_client, uri) => {
      const socket = await stat(socketOf(uri));
      expect(socket.isSocket()).toBe(true);
      expect(socket.mode & 0o777).toBe(0o600);
      expect(socketOf(uri).startsWith(folder)).toBe(true);
    });
  });

  it('deletes documents that have expired by the given clock, not by the machine time', async () => {
    let time = new Date('2001-01-01T12:00:00Z');
    const server = await startEmbeddedDocuments({ folder, upkeepMs: 10, clock: { now: () => time } });
    const client = new MongoClient(server.uri);
    try {
      const links = client.db('d').collection<{ _id: string; until: Date }>('links');
      await links.createIndex({ until: 1 }, { expireAfterSeconds: 0 });
      const names = async () => (await links.find().toArray()).map(({ _id }) => _id);
      await links.insertMany([
        { _id: 'early', until: time },
        { _id: 'late', until: new Date('2001-01-01T12:10:00Z') },
      ]);
      await until('the early one to go', async () => !(await names()).includes('early'));
      expect(await names()).toEqual(['late']);
      time = new Date('2001-01-01T12:10:00Z');
      await until('the late one to go', async () => (await names()).length === 0);
    } finally {
      await client.close();
      await server.stop();
    }
  });

  it('makes the stored documents readable only by their owner', async () => {
    await serving(folder, async (client) => {
      await client.db('d').collection('c').insertOne({ a: 1 });
      const [file, around] = [await stat(join(folder, 'documents.sqlite')), await stat(folder)];
      expect((file.mode & 0o077) === 0 || (around.mode & 0o077) === 0).toBe(true);
    });
  });

  it('uses another path if the folder is too long for a socket, and writes it to a file', async () => {
    const deep = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    await mkdir(deep, { recursive: true });
    const write = async (n: number) =>
      serving(deep, async (client, uri) => {
        const socket = socketOf(uri);
        expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(100);
        expect((await readFile(join(deep, 'documents.address'), 'utf8')).trim()).toContain(socket);
        expect((await stat(dirname(socket))).mode & 0o777).toBe(0o700);
        expect((await stat(socket)).mode & 0o777).toBe(0o600);
        await client.db('d').collection('c').insertOne({ n });
        return client.db('d').collection('c').countDocuments();
      });
    expect(await write(1)).toBe(1);
    expect(await write(2)).toBe(2);
  });

  it('removes its socket and serves the same documents and indexes after a restart', async () => {
    const socket = await serving(folder, async (client, uri) => {
      const numbers = client.db('d').collection('c');
      await numbers.createIndex({ n: 1 }, { unique: true, partialFilterExpression: { n: { $gt: 0 } } });
      await numbers.insertMany([{ n: 1 }, { n: 2 }]);
      return socketOf(uri);
    });
    expect(existsSync(socket)).toBe(false);
    await serving(folder, async (client) => {
      const numbers = client.db('d').collection('c');
      expect(
        await numbers
          .find({}, { projection: { _id: 0 } })
          .sort({ n: 1 })
          .toArray(),
      ).toEqual([{ n: 1 }, { n: 2 }]);
      await expect(numbers.insertOne({ n: 2 })).rejects.toMatchObject({ code: 11000 });
    });
  });

  it('refuses a second server on the same folder without affecting the first', async () => {
    await serving(folder, async (client) => {
      await client.db('d').collection('c').insertOne({ a: 1 });
      await expect(startEmbeddedDocuments({ folder })).rejects.toThrow();
      expect(await client.db('d').collection('c').countDocuments()).toBe(1);
      await client.db('d').collection('c').insertOne({ a: 2 });
    });
  });

  it('can stop during writes and keeps acknowledged ones', async () => {
    const server = await startEmbeddedDocuments({ folder });
    const client = new MongoClient(server.uri, { serverSelectionTimeoutMS: 120_000 });
    const numbers = client.db('d').collection('c');
    await numbers.insertOne({ n: -1 });
    let acknowledged = 1;
    const write = (n: number) => numbers.insertOne({ n }).then(() => void acknowledged++);
    const writes = Promise.allSettled(Array.from({ length: 60 }, (_, n) => write(n)));
    await server.stop();
    // Stops operations that are still looking for a server.
    await client.close();
    await writes;
    const stored = await serving(folder, (again) => again.db('d').collection('c').countDocuments());
    expect(stored).toBeGreaterThanOrEqual(acknowledged);
  });
});

describe('the embedded server and its protocol', () => {
  const garbage: readonly (readonly [string, Buffer])[] = [
    ['text', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['a message that claims 2 GB', Buffer.from([0xff, 0xff, 0xff, 0x7f, 1, 0, 0, 0, 0, 0, 0, 0, 0xdd, 0x07, 0, 0])],
    ['a message of negative length', Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0xdd, 0x07, 0, 0])],
    [
      'a body that is no BSON',
      Buffer.from([26, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xdd, 0x07, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 0, 7]),
    ],
    ['an opcode that nobody knows', Buffer.from([16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x01, 0x01, 0, 0])],
  ];

  it.each(garbage)('disconnects %s and keeps serving other clients', async (_name, bytes) => {
    await serving(folder, async (client, uri) => {
      const socket = createConnection(socketOf(uri));
      await once(socket, 'connect');
      socket.resume();
      socket.on('error', () => undefined);
      socket.write(bytes);
      await once(socket, 'close');
      expect(await client.db('d').command({ ping: 1 })).toMatchObject({ ok: 1 });
    });
  });

  it('accepts a message that arrives byte by byte', async () => {
    await serving(folder, async (_client, uri) => {
      const socket = createConnection(socketOf(uri));
      await once(socket, 'connect');
      for (const byte of isMaster()) {
        socket.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      const answer: unknown[] = await once(socket, 'data');
      expect(String(answer[0])).toContain('maxWireVersion');
      socket.destroy();
    });
  });
});

/** OP_QUERY of `{isMaster: 1}` to `admin.$cmd`, as in old handshakes. */
function isMaster(): Buffer {
  const query = Buffer.from([19, 0, 0, 0, 0x10, ...Buffer.from('isMaster\0'), 1, 0, 0, 0, 0]);
  const body = Buffer.concat([
    Buffer.from([0, 0, 0, 0]),
    Buffer.from('admin.$cmd\0'),
    Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]),
    query,
  ]);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(7, 4);
  header.writeInt32LE(2004, 12);
  return Buffer.concat([header, body]);
}

describe('the embedded server after SIGKILL', () => {
  /** Starts the writer at number `from`, kills it after `lines` lines and returns the printed numbers. */
  async function killedAfter(lines: number, from: number): Promise<number[]> {
    const script = join(import.meta.dirname, 'fixtures', 'documents-writer.ts');
    const args = ['--disable-warning=ExperimentalWarning', script, folder, String(from)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.split('\n').length > lines) child.kill('SIGKILL');
    });
    await once(child, 'close');
    return printed.split('\n').slice(0, -1).map(Number);
  }

  it('keeps every acknowledged write when it is killed', async () => {
    const acknowledged: number[] = [];
    for (const [run, lines] of [1, 23, 160].entries()) {
      acknowledged.push(...(await killedAfter(lines, run * 1_000_000)));
      expect(acknowledged.length).toBeGreaterThanOrEqual(lines);
      await serving(folder, async (client) => {
        const numbers = client.db('crash').collection('numbers');
        const docs = await numbers.find({ n: { $in: acknowledged } }).toArray();
        const whole = docs.filter(
          ({ state, log, n }) => state === 'acknowledged' && Array.isArray(log) && log[0] === n,
        );
        expect(whole).toHaveLength(acknowledged.length);
        const all = await numbers.find({}).toArray();
        expect(await numbers.countDocuments({ n: { $gte: 0 } })).toBe(all.length);
        await expect(numbers.insertOne({ n: acknowledged[0] })).rejects.toMatchObject({ code: 11000 });
      });
    }
  });
});
