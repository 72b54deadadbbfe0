import { subreddit } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import { scanJob } from '@earshot/proto/http/scan';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { LiveChannel } from '../../e2e/src/live.ts';
import { openLive } from '../../e2e/src/live.ts';
import { Visitor } from '../../e2e/src/visitor.ts';
import { keylessScorer } from '../../services/scan/src/domain/scoring/keyless-scorer.ts';
import type { Post } from '../../services/scan/src/domain/scoring/scorer.ts';
import { cpuSeconds, rssMb, sleep, startEarshot } from './earshot-process.ts';
import { table } from './figures.ts';
import type { BenchPosts } from './posts.ts';

const description =
  'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send proposals, ' +
  'track time, collect deposits and chase clients who do not pay.';
const wantedPosts = 4_000;
const communities = 10;
/** Enough scans for every capped post to become a lead. More would mean an error in the scan. */
const scansAtMost = 30;

const postSchema = z.object({ id: z.string(), subreddit: z.string(), title: z.string(), selftext: z.string() });
const started = z.object({ jobId: z.string() });

/**
 * Scans ten communities of a large file, about 4,000 posts, without a model, in a child process. Measures the time, the
 * first lead on the WebSocket and the memory. Scans again until a scan finds no new lead. The baseline is the scorer
 * alone on the same posts.
 */
export async function benchScan({ file, label }: BenchPosts, print: (line: string) => void): Promise<void> {
  const chosen = chooseCommunities(await readPosts(file));
  const posts = [...chosen.values()].flat();
  print(`${posts.length} of the ${label}, in ${[...chosen.keys()].join(', ')}`);
  const scorerMs = await scoreAlone([...chosen.keys()], posts);
  const folder = await mkdtemp(join(tmpdir(), 'earshot-scan-'));
  const earshot = await startEarshot(folder, { SANDBOX_POSTS: file });
  const memory = watchMemory(earshot.pid);
  try {
    const visitor = await setUp(earshot.url, [...chosen.keys()]);
    const live = await openLive(visitor, visitor.userId);
    const before = await cpuSeconds(earshot.pid);
    const first = await scan(visitor, live);
    const cpuS = (await cpuSeconds(earshot.pid)) - before;
    const peakMb = memory.peak();
    const scans = [first.job];
    while (scans.length < scansAtMost && (scans.at(-1)?.newLeadsFound ?? 0) > 0) {
      scans.push((await scan(visitor, live)).job);
    }
    live.close();
    report({ ...first, cpuS, scans, scorerMs, beforeMb: memory.before(), peakMb }, print);
  } finally {
    memory.stop();
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPosts(file: string): Promise<Map<string, Post[]>> {
  const byCommunity = new Map<string, Post[]>();
  for (const line of gunzipSync(await readFile(file))
    .toString()
    .split('\n')) {
    if (line === '') continue;
    const post = postSchema.parse(JSON.parse(line));
    byCommunity.set(post.subreddit, [...(byCommunity.get(post.subreddit) ?? []), post]);
  }
  return byCommunity;
}

/** Sorts communities by size and picks the ten consecutive ones whose post count is closest to the wanted number. */
function chooseCommunities(all: ReadonlyMap<string, Post[]>): Map<string, Post[]> {
  const bySize = [...all].sort(([, a], [, b]) => b.length - a.length);
  const windows = bySize.map((_, n) => bySize.slice(n, n + communities)).filter((some) => some.length === communities);
  const off = (some: typeof bySize) => Math.abs(some.reduce((sum, [, posts]) => sum + posts.length, 0) - wantedPosts);
  const [best] = windows.sort((a, b) => off(a) - off(b));
  if (best === undefined || off(best) > 0.03 * wantedPosts) throw new Error('the file has no ten such communities');
  return new Map(best);
}

async function scoreAlone(subreddits: readonly string[], posts: readonly Post[]): Promise<number> {
  const scorer = keylessScorer();
  const start = performance.now();
  for (const post of posts) await scorer.score({ description, subreddits }, [post]);
  return performance.now() - start;
}

async function setUp(url: string, names: readonly string[]) {
  const visitor = await Visitor.registered(url);
  const configuration = { businessDescription: description, searchStrategy: 'mixed', maxLeadsPerScan: 100 };
  await must(visitor, '/api/configuration', configuration);
  await must(visitor, '/api/user-preferences', { maxLeadsPerDay: 1000 });
  for (const name of names) await visitor.get(subreddit, '/api/subreddits', { method: 'POST', body: { name } });
  return visitor;
}

async function must(visitor: Visitor, path: string, body: unknown): Promise<void> {
  const { status } = await visitor.ask(path, { method: 'POST', body });
  if (status >= 300) throw new Error(`${path} returned ${status}`);
}

/** Runs one scan. Measures the time until it completes and until its first lead on the live channel (null: no lead). */
async function scan(
  visitor: Visitor,
  live: LiveChannel,
): Promise<{ job: ScanJob; ms: number; firstLeadMs: number | null }> {
  const seen = live.frames.length;
  const start = performance.now();
  let firstLeadMs: number | null = null;
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', { method: 'POST' });
  for (let asked = 0; ;) {
    await sleep(5);
    const now = performance.now();
    if (firstLeadMs === null && live.frames.slice(seen).some((frame) => frame.type === 'new_lead'))
      firstLeadMs = now - start;
    if (now - asked < 100) continue;
    asked = now;
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    if (job.status === 'failed') throw new Error(`the scan failed: ${job.errorMessage ?? ''}`);
    if (job.status === 'completed') return { job, ms: performance.now() - start, firstLeadMs };
  }
}

/** Samples the memory of a process every 250 ms. */
function watchMemory(pid: number) {
  const samples: number[] = [];
  const timer = setInterval(() => void rssMb(pid).then((mb) => samples.push(mb)), 250);
  return {
    before: () => samples[0] ?? Number.NaN,
    peak: () => Math.max(...samples),
    stop: () => clearInterval(timer),
  };
}

interface Report {
  readonly ms: number;
  readonly cpuS: number;
  readonly firstLeadMs: number | null;
  readonly scans: readonly ScanJob[];
  readonly scorerMs: number;
  readonly beforeMb: number;
  readonly peakMb: number;
}

function report(
  { ms, cpuS, firstLeadMs, scans, scorerMs, beforeMb, peakMb }: Report,
  print: (line: string) => void,
): void {
  const rows = [
    ['first scan, start to completed', `${(ms / 1000).toFixed(1)} s`, '30 s'],
    ['processor time of the process', `${cpuS.toFixed(1)} s`, ''],
    ['the scorer alone on the same posts', `${(scorerMs / 1000).toFixed(1)} s`, ''],
    ['scan : scorer alone', `${(ms / scorerMs).toFixed(1)} x`, ''],
    ['first lead on the WebSocket', firstLeadMs === null ? 'none' : `${firstLeadMs.toFixed(0)} ms`, '2000 ms'],
    ['memory before and peak of the first scan', `${beforeMb.toFixed(0)}, ${peakMb.toFixed(0)} MB`, 'flat'],
  ];
  for (const line of table(['measure', 'figure', 'limit'], rows)) print(line);
  // Only posts at or above the threshold are carried over with their score. So each post below it was scored again.
  const lines = scans.map(({ funnel, newLeadsFound }, n) =>
    [
      n + 1,
      funnel.fetched,
      funnel.known,
      funnel.filtered,
      funnel.scored,
      funnel.belowThreshold,
      funnel.capped,
      newLeadsFound,
    ].map(String),
  );
  const columns = ['scan', 'fetched', 'known', 'filtered', 'scored or carried', 'below', 'capped', 'new leads'];
  for (const line of table(columns, lines)) print(line);
  const again = scans.slice(1).reduce((sum, { funnel }) => sum + funnel.belowThreshold + funnel.filtered, 0);
  print(
    `scored again after the first scan: ${again} (limit 0); new leads of the last scan: ${scans.at(-1)?.newLeadsFound} (limit 0)`,
  );
}
