import { createLogger, systemClock } from '@earshot/core';
import { holdDataFolder, openEmbeddedBus } from '@earshot/service-kit/operations';
import { until } from '@earshot/core/testing';
import { topics } from '@earshot/proto/events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BSON, Decimal128, Double, Int32, Long, Timestamp } from 'mongodb';
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { account, documentsIn, fill, use } from './moving.ts';
import { lastingConsumers } from '../src/product.ts';
import { withDocuments } from './data-folder.ts';
import { run } from './operate.ts';

let place: string;
let folder: string;
let file: string;
let made: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'earshot-export-'));
  folder = join(place, 'data');
  file = join(place, 'all.gz');
  made = await fill(folder);
  expect(await run(['export', file], { EARSHOT_DATA: folder })).toMatchObject({ code: 0 });
});
afterAll(() => rm(place, { recursive: true, force: true }));

let copies = 0;
const newPath = () => join(place, `copy-${(copies += 1)}`);
const exportOf = async (from: string) => {
  const to = newPath();
  const { code, lines } = await run(['export', to], { EARSHOT_DATA: from });
  if (code !== 0) throw new Error(lines.join('\n'));
  return documentsIn(to);
};

describe('export and import of a data folder', () => {
  it('import restores all data, and the product continues to work on it', async () => {
    expect(made.leads).toBeGreaterThan(0);
    const other = newPath();
    expect(await run(['import', file], { EARSHOT_DATA: other })).toMatchObject({ code: 0 });
    expect(await exportOf(other)).toEqual(await documentsIn(file));
    expect(await use(other, made.userId)).toEqual({ signedInAs: made.userId, leads: made.leads, found: 0 });
  });

  it('export creates a private file without sessions and service keys and never overwrites one', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toContain(account.email);
    expect(text).not.toContain('PRIVATE KEY');
    expect(text).not.toContain('"sessions"');
    const { code, lines } = await run(['export', file], { EARSHOT_DATA: folder });
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('already exists')]);
    expect((await readdir(place)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('import refuses to run twice; with --merge the second run changes nothing', async () => {
    const other = newPath();
    await run(['import', file], { EARSHOT_DATA: other });
    const before = await exportOf(other);
    const { code, lines } = await run(['import', file], { EARSHOT_DATA: other });
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('Nothing was changed')]);
    expect(await run(['import', file, '--merge'], { EARSHOT_DATA: other })).toMatchObject({ code: 0 });
    expect(await exportOf(other)).toEqual(before);
  });

  it('import names a conflicting account with the same address and stores nothing twice', async () => {
    const other = newPath();
    const email = await withDocuments(other, async (client) => {
      const users = client.db('auth').collection<{ _id: string; emailKey: string }>('users');
      await users.createIndex({ emailKey: 1 }, { unique: true });
      await users.insertOne({ _id: 'somebody', emailKey: account.email });
      return account.email;
    });
    const { code, lines } = await run(['import', file, '--merge'], { EARSHOT_DATA: other });
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('another document has the same unique key')]);
    expect((await exportOf(other)).filter((line) => line.includes(email))).toHaveLength(1);
  });

  it('every type is restored, even in fields with names of Extended JSON', async () => {
    const [from, to] = [newPath(), newPath()];
    const document = {
      _id: 'all',
      int: new Int32(1),
      double: new Double(1),
      long: Long.MAX_VALUE,
      zero: new Double(-0),
      nan: new Double(NaN),
      decimal: Decimal128.fromString('1.10'),
      stamp: new Timestamp(1n),
      none: null,
      bytes: Buffer.from([0, 255]),
      when: new Date(-1),
      far: new Date(8.64e15),
      words: 'ä\u0000\u2028"',
      pattern: new BSON.BSONRegExp('a', 'i'),
      list: [new Int32(1), [new Double(2.5)]],
      empty: {},
    };
    const odd = { _id: 'odd', value: { $date: 'tomorrow', $oid: 'none' }, more: { $numberInt: 'x' } };
    await withDocuments(from, (client) =>
      client.db('scan').collection<{ _id: string }>('community_feeds').insertMany([document, odd]),
    );
    const archive = newPath();
    expect(await run(['export', archive], { EARSHOT_DATA: from })).toMatchObject({ code: 0 });
    expect(await run(['import', archive], { EARSHOT_DATA: to })).toMatchObject({ code: 0 });
    const bytesIn = (path: string) =>
      withDocuments(path, async (client) => {
        const found = await client
          .db('lead')
          .collection('leads')
          .find({}, { raw: true, sort: { _id: 1 } })
          .toArray();
        return found.map((raw) => Buffer.from(BSON.serialize(BSON.deserialize(BSON.serialize(raw)))).toString('hex'));
      });
    expect(await bytesIn(to)).toEqual(await bytesIn(from));
    expect(await exportOf(to)).toEqual(await documentsIn(archive));
  });
});

describe('an import is refused', () => {
  it('while Earshot runs on the folder', async () => {
    const held = newPath();
    await cp(folder, held, { recursive: true });
    const { release } = holdDataFolder(held);
    const { code, lines } = await run(['import', file, '--merge'], {}, held);
    release();
    expect(code).toBe(1);
    expect(lines).toEqual([
      `Using the data folder ${held}. Set EARSHOT_DATA to use another folder`,
      `npm run import cannot run while Earshot uses ${held}: stop Earshot first, or set EARSHOT_DATA to another folder`,
    ]);
  });

  it('if the file does not exist', async () => {
    const missing = newPath();
    const { code, lines } = await run(['import', missing], { EARSHOT_DATA: newPath() });
    expect({ code, lines }).toEqual({ code: 1, lines: [`There is no file ${missing}`] });
  });
});

describe('an export is refused', () => {
  it('while Earshot runs on the folder', async () => {
    const held = newPath();
    await cp(folder, held, { recursive: true });
    const { release } = holdDataFolder(held);
    const refused = await run(['export', newPath()], { EARSHOT_DATA: held });
    release();
    expect([refused.code, refused.lines.join()]).toEqual([
      1,
      expect.stringContaining('npm run export cannot run while Earshot uses'),
    ]);
  });

  it('while the bus holds unhandled events; events in the outbox are exported', async () => {
    const waiting = newPath();
    await cp(folder, waiting, { recursive: true });
    const bus = await busOf(waiting);
    await bus.publish([{ topic: 'lead.events', key: 'k', value: Buffer.from(''), headers: {} }]);
    await bus.stop();
    const target = newPath();
    const { code, lines } = await run(['export', target], { EARSHOT_DATA: waiting });
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('scan has 1 of lead.events')]);
    await expect(stat(target)).rejects.toThrow('ENOENT');
    await use(waiting, made.userId);
    await exportOf(waiting);
  });

  it('when there are dead letters, unless a flag excludes them', async () => {
    const buried = newPath();
    await cp(folder, buried, { recursive: true });
    const bus = await busOf(buried);
    await bus.subscribe({
      group: 'lead',
      topic: 'scan.events',
      concurrency: 1,
      deadlineMs: 1_000,
      retry: { attempts: 1, baseMs: 1, maxMs: 1 },
      handle: () => Promise.reject(new Error('broken')),
    });
    const others = lastingConsumers.filter(({ group, topic }) => group !== 'lead' && topic === 'scan.events');
    for (const consumer of others) {
      const retry = { attempts: 1, baseMs: 1, maxMs: 1 };
      await bus.subscribe({ ...consumer, concurrency: 1, deadlineMs: 1_000, retry, handle: async () => {} });
    }
    await bus.publish([{ topic: 'scan.events', key: 'k', value: Buffer.from(''), headers: {} }]);
    await until('the letter', async () => (await bus.deadLetters('lead')).length === 1);
    for (const { group } of [{ group: 'lead' }, ...others]) {
      await until('the commit', async () => (await bus.lag(group, 'scan.events')) === 0);
    }
    await bus.stop();
    const { code, lines } = await run(['export', newPath()], { EARSHOT_DATA: buried });
    expect([code, lines.join()]).toEqual([1, expect.stringContaining('dead letters, which an export cannot include')]);
    const settings = { EARSHOT_DATA: buried };
    expect(await run(['export', newPath(), '--without-dead-letters'], settings)).toMatchObject({ code: 0 });
  });
});

describe('an import writes nothing and refuses a file', () => {
  const lines = async () =>
    gunzipSync(await readFile(file))
      .toString()
      .split('\n');
  const packed = (text: readonly string[]) => gzipSync(text.join('\n'));
  const cases: [string, () => Promise<Buffer>, string][] = [
    ['that is truncated in its bytes', async () => (await readFile(file)).subarray(0, -200), 'cut off'],
    ['that is truncated between lines', async () => packed([...(await lines()).slice(0, -2), '']), 'cut off'],
    ['that is truncated within a line', async () => packed((await lines()).slice(0, -1)), 'ends within a line'],
    ['that lacks a document', async () => packed((await lines()).filter((_, n) => n !== 2)), 'counts do not match'],
    [
      'with a changed document',
      async () => packed((await lines()).map((line) => line.replaceAll(account.email, 'thief@example.test'))),
      'checksum does not match',
    ],
    [
      'with lines after its end',
      async () => packed([...(await lines()).slice(0, -1), '{}', '']),
      'lines after its end',
    ],
    [
      'of a newer version',
      async () => packed([(await lines())[0]?.replace('"version":1', '"version":2') ?? '', '']),
      'newer',
    ],
    ['of other content', async () => gzipSync('hello\n'), 'not an Earshot export'],
    ['that is not gzipped', async () => Buffer.from('hello'), 'not gzipped'],
    ['that is empty', async () => Buffer.alloc(0), 'cut off'],
  ];
  it.each(cases)('%s', async (_what, content, complaint) => {
    const [broken, target] = [newPath(), newPath()];
    await writeFile(broken, await content());
    const { code, lines: output } = await run(['import', broken], { EARSHOT_DATA: target });
    expect([code, output.join()]).toEqual([1, expect.stringContaining(complaint)]);
    await expect(stat(target)).rejects.toThrow('ENOENT');
  });

  it('that does not exist', async () => {
    expect((await run(['import', newPath()], { EARSHOT_DATA: newPath() })).code).toBe(1);
  });
});

it.each([
  [['export'], 'export needs a FILE'],
  [['export', 'a', '--merge'], 'unknown argument "--merge"'],
  [['import', '--merge'], 'import needs a FILE'],
  [['import', 'a', '--merge', 'b'], 'unknown argument "b"'],
])('prints the usage for %j', async (args, complaint) => {
  const { code, lines } = await run(args);
  expect([code, lines[0]]).toEqual([2, complaint]);
});

function busOf(path: string) {
  const log = createLogger({ name: 'test', level: 'silent' });
  return openEmbeddedBus({ folder: path, topics, clock: systemClock, log });
}
