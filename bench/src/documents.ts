import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Filter, MongoClient } from 'mongodb';
import { z } from 'zod';
import { startEmbeddedDocuments } from '../../packages/embedded-mongo/src/index.ts';
import { benchGroups } from './documents-groups.ts';

const LEADS = 50_000;
const ROUNDS = 20;
const SORTS = ['createdAt', 'score'] as const;
const FILTERS = ['subredditKey', 'status', 'relevance'] as const;
const USER = 'user-1';
const NOW = Date.UTC(2026, 0, 1);

const explained = z.object({ executionStats: z.object({ totalDocsExamined: z.number(), nReturned: z.number() }) });

interface Lead {
  _id: string;
  [field: string]: unknown;
}

/** Measures the embedded documents server alone, through the official driver. Run: `node bench/src/documents.ts`. */
export async function benchDocuments(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const server = await startEmbeddedDocuments({ folder });
  const client = await new MongoClient(server.uri).connect();
  try {
    const db = client.db('bench');
    await batches(db.collection<Lead>('batches'));
    const leads = db.collection<Lead>('leads');
    await indexLeads(leads);
    await timed(`insert ${LEADS} leads with 9 indexes`, () => seed(leads));
    await pages(leads);
    await point(leads);
    await benchGroups(db.collection('facts'));
    console.log(`rss ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`);
  } finally {
    await client.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function indexLeads(leads: Collection<Lead>): Promise<void> {
  await leads.createIndex({ userId: 1, redditPostId: 1 }, { unique: true });
  for (const sort of SORTS) {
    for (const first of [undefined, ...FILTERS]) {
      const others = [...FILTERS, ...SORTS].filter((field) => field !== first && field !== sort);
      const tail = Object.fromEntries(others.map((field) => [field, 1 as const]));
      await leads.createIndex({
        userId: 1,
        ...(first === undefined ? {} : { [first]: 1 }),
        [sort]: -1,
        _id: -1,
        ...tail,
      });
    }
  }
}

function lead(i: number): Lead {
  const random = (salt: number) => ((Math.imul(i + 1, 2654435761) ^ Math.imul(salt, 40503)) >>> 0) / 2 ** 32;
  return {
    _id: `lead-${i.toString().padStart(8, '0')}`,
    userId: USER,
    redditPostId: `t3_${i}`,
    subredditKey: `community${Math.floor(random(1) * 10)}`,
    status: ['new', 'new', 'new', 'contacted', 'skipped', 'responded'][Math.floor(random(2) * 6)],
    relevance: ['high', 'medium', 'low'][Math.floor(random(3) * 3)],
    score: Math.round(50 + random(4) * 50) / 10,
    createdAt: new Date(NOW - Math.floor(random(5) * 60 * 86_400_000)),
    title: 'x'.repeat(80),
    content: 'y'.repeat(600),
  };
}

async function seed(leads: Collection<Lead>): Promise<void> {
  for (let from = 0; from < LEADS; from += 1000) {
    await leads.insertMany(Array.from({ length: 1000 }, (_, i) => lead(from + i)));
  }
}

async function batches(collection: Collection<Lead>): Promise<void> {
  for (let i = 0; i < 8; i += 1) await collection.createIndex({ [`f${i}`]: 1, g: -1 });
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const docs = Array.from({ length: 1000 }, (_, i) => ({
      ...Object.fromEntries(Array.from({ length: 8 }, (__, f) => [`f${f}`, i * f])),
      _id: `${round}-${i}`,
      g: i,
    }));
    const start = performance.now();
    await collection.insertMany(docs);
    times.push(performance.now() - start);
  }
  report('insertMany of 1,000 with 8 indexes', times);
}

async function pages(leads: Collection<Lead>): Promise<void> {
  const filters: Readonly<Record<string, Filter<Lead>>> = {
    subreddit: { subredditKey: 'community3' },
    minScore: { score: { $gte: 7 } },
    status: { status: 'new' },
    relevance: { relevance: 'high' },
    timeRange: { createdAt: { $gte: new Date(NOW - 7 * 86_400_000) } },
  };
  const names = Object.keys(filters);
  const pairs = [[], ...names.map((name) => [name]), ...names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]))];
  let worst = 0;
  let worstRatio = 0;
  for (const pair of pairs) {
    for (const [sort, direction] of [
      ['createdAt', -1],
      ['createdAt', 1],
      ['score', -1],
      ['score', 1],
    ] as const) {
      const filter = pair.reduce<Filter<Lead>>((all, name) => ({ ...all, ...filters[name] }), { userId: USER });
      const page = () =>
        leads
          .find(filter)
          .sort({ [sort]: direction, _id: direction })
          .limit(20);
      const { executionStats: stats } = explained.parse(await page().explain('executionStats'));
      worstRatio = Math.max(worstRatio, stats.totalDocsExamined / Math.max(1, stats.nReturned));
      const times: number[] = [];
      const cpu = process.cpuUsage();
      for (let round = 0; round < ROUNDS; round += 1) {
        const start = performance.now();
        await page().toArray();
        await leads.countDocuments(filter);
        times.push(performance.now() - start);
      }
      const high = percentile(times, 0.95);
      worst = Math.max(worst, high);
      const used = process.cpuUsage(cpu);
      const cpuMs = (used.user + used.system) / 1000 / ROUNDS;
      if (process.argv.includes('--all'))
        report(`cpu ${cpuMs.toFixed(1)} ms ${pair.join('+') || 'none'} by ${sort} ${direction}`, times);
    }
  }
  console.log(
    `page and total over ${LEADS} leads, worst p95 of ${pairs.length * 4} combinations: ${worst.toFixed(1)} ms; examined/returned at most ${worstRatio.toFixed(2)}`,
  );
}

async function point(leads: Collection<Lead>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 1000; i += 1) {
    const start = performance.now();
    await leads.findOne({ userId: USER, redditPostId: `t3_${i}` });
    times.push(performance.now() - start);
  }
  report('find by an indexed equality', times);
}

async function timed(name: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${name}: ${(performance.now() - start).toFixed(0)} ms`);
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function report(name: string, times: readonly number[]): void {
  console.log(`${name}: median ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms`);
}

if (import.meta.main) await benchDocuments();
