import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';

const BIN = join(import.meta.dirname, '..', 'src', 'bin.ts');

let folder = '';
const running = new Set<ChildProcessWithoutNullStreams>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
});

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(folder, { recursive: true });
});

function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', BIN, ...args]);
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

/** The first output line of the command. */
async function uriOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const lines: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return String(lines[0]);
}

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly err: string;
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const results: unknown[] = await once(child, 'close');
  return { code: results[0], out: text.out, err: text.err };
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 60_000 }).connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

describe('the command embedded-mongo', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('keeps written documents after %s and a restart', async (signal) => {
    const first = start(folder);
    const uri = await uriOf(first);
    expect(decodeURIComponent(uri)).toBe(`mongodb://${join(folder, 'documents.sock')}/?directConnection=true`);
    // The process exits while the client is connected.
    const end = ended(first);
    await withClient(uri, async (client) => {
      await client.db('shop').collection<{ _id: string }>('orders').insertOne({ _id: 'one' });
      first.kill(signal);
      expect(await end).toEqual({ code: 0, out: '', err: '' });
    });
    expect(existsSync(join(folder, 'documents.sock'))).toBe(false);
    const orders = await withClient(await uriOf(start(folder)), (client) =>
      client.db('shop').collection('orders').find().toArray(),
    );
    expect(orders).toEqual([{ _id: 'one' }]);
  });

  it('creates the folder', async () => {
    const inside = join(folder, 'a', 'b');
    const uri = await uriOf(start(inside));
    expect(decodeURIComponent(uri)).toContain(inside);
  });

  it('refuses a folder that another process holds, which keeps running', async () => {
    const uri = await uriOf(start(folder));
    const { code, out, err } = await ended(start(folder));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^embedded-mongo: cannot serve .*: another process holds it\n$/);
    expect(await withClient(uri, (client) => client.db('d').command({ ping: 1 }))).toMatchObject({ ok: 1 });
  });

  it('refuses a file instead of a folder, with one line', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, out, err } = await ended(start(file));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^embedded-mongo: cannot serve .*file.*\n$/);
  });

  it.each([
    ['no folder', []],
    ['two folders', ['a', 'b']],
    ['an empty name', ['']],
    ['an unknown option', ['--port=1', 'a']],
  ])('refuses %s, with one line that shows the usage', async (_name, args) => {
    const { code, out, err } = await ended(start(...args));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^embedded-mongo: .*usage: embedded-mongo FOLDER\n$/);
  });

  it('prints its usage with --help', async () => {
    expect(await ended(start('--help'))).toMatchObject({ code: 0, out: expect.stringContaining('FOLDER'), err: '' });
  });
});
