import { type ScanJob, scanJob } from '@earshot/proto/http/scan';
import { leadThresholds } from '@earshot/proto/values';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type LiveChannel, openLive } from '../../e2e/src/live.ts';
import type { Visitor } from '../../e2e/src/visitor.ts';
import { addCommunities, businessUser, description } from './business-user.ts';
import { cpuSeconds, memoryMb, sleep, startEarshot } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import type { BenchPosts } from './posts.ts';
import { chooseCommunities, readCommunities } from './scan-posts.ts';

const searchStrategy = 'mixed';
const rounds = 3;
const idleMs = 10_000;
/** Enough scans for every capped post to become a lead. More would mean an error in the scan. */
const scansAtMost = 30;

const run = promisify(execFile);

const started = z.object({ jobId: z.string() });
const scoredAlone = z.object({ cpuS: z.number(), keptScores: z.array(z.number()) });

/**
 * Scans ten communities of a large file, about 4,000 posts, without a model, in a new process. Measures its processor
 * time, its memory and the first lead on the WebSocket, beside the scorer alone on the same posts. At last, scans again
 * until a scan finds no new lead. Throws if a count differs from that of the scorer alone.
 */
export async function benchScan({ file, label }: BenchPosts, print: (line: string) => void): Promise<void> {
  const chosen = chooseCommunities(await readCommunities(file));
  const names = [...chosen.keys()];
  print(`${[...chosen.values()].flat().length} of the ${label}, in ${names.join(', ')}, ${rounds} rounds`);
  const script = join(import.meta.dirname, 'score-alone.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, file, description, ...names];
  const alone = scoredAlone.parse(JSON.parse((await run(process.execPath, args, { maxBuffer: 1e8 })).stdout));
  const all: FirstScan[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const scan = await firstScan(file, names, round === rounds);
    mustCount(scan.jobs[0], alone.keptScores);
    all.push(scan);
  }
  report(all, alone.cpuS, print);
}

/** The counts of a first scan must be those of the scorer alone on the posts that the pre-filter keeps. */
function mustCount(job: ScanJob | undefined, keptScores: readonly number[]): void {
  if (job === undefined) throw new Error('there was no scan');
  const { filtered, fetched, scored, belowThreshold, created, capped } = job.funnel;
  const found = keptScores.filter((score) => score >= leadThresholds[searchStrategy]).length;
  const counted = [fetched - filtered, scored, scored - belowThreshold, created + capped];
  const expected = [keptScores.length, keptScores.length, found, found];
  const [is, shouldBe] = [counted.join(', '), expected.join(', ')];
  if (is !== shouldBe) throw new Error(`the scan counted ${is} instead of ${shouldBe}`);
}

interface FirstScan {
  readonly ms: number;
  readonly cpuS: number;
  readonly firstLeadMs: number | null;
  readonly idleMb: number;
  readonly peakMb: number;
  /** The first scan, and the later ones if they were run. */
  readonly jobs: readonly ScanJob[];
}

async function firstScan(file: string, names: readonly string[], untilEmpty: boolean): Promise<FirstScan> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-scan-'));
  const earshot = await startEarshot(folder, { SANDBOX_POSTS: file });
  try {
    await sleep(idleMs);
    const { rssMb: idleMb } = await memoryMb(earshot.pid);
    const visitor = await businessUser(earshot.url, searchStrategy);
    await addCommunities(visitor, names);
    const live = await openLive(visitor, visitor.userId);
    const cpuBefore = await cpuSeconds(earshot.pid);
    const { job, ...times } = await scan(visitor, live);
    const cpuS = (await cpuSeconds(earshot.pid)) - cpuBefore;
    const { peakMb } = await memoryMb(earshot.pid);
    const jobs = [job];
    while (untilEmpty && jobs.length < scansAtMost && (jobs.at(-1)?.newLeadsFound ?? 0) > 0) {
      jobs.push((await scan(visitor, live)).job);
    }
    live.close();
    return { ...times, cpuS, idleMb, peakMb, jobs };
  } finally {
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
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

function report(all: readonly FirstScan[], aloneS: number, print: (line: string) => void): void {
  const median = (of: (scan: FirstScan) => number) => percentile(all.map(of), 50);
  const firstLead = median(({ firstLeadMs }) => firstLeadMs ?? Number.NaN);
  const rows = [
    ['first scan, start to completed', `${(median(({ ms }) => ms) / 1000).toFixed(1)} s`, '30 s'],
    ['processor time of the process', `${median(({ cpuS }) => cpuS).toFixed(1)} s`, ''],
    ['the scorer alone, processor time', `${aloneS.toFixed(1)} s`, ''],
    ['first lead on the WebSocket', `${firstLead.toFixed(0)} ms`, '2000 ms'],
    [`memory ${idleMs / 1000} s after ready`, `${median(({ idleMb }) => idleMb).toFixed(0)} MB`, '180 MB'],
    ['peak memory after the first scan', `${median(({ peakMb }) => peakMb).toFixed(0)} MB`, '330 MB'],
  ];
  for (const line of table(['measure, median', 'figure', 'limit'], rows)) print(line);
  reportScans(all.at(-1)?.jobs ?? [], print);
}

/** Only posts at or above the threshold are carried over with their score. So each post below it was scored again. */
function reportScans(scans: readonly ScanJob[], print: (line: string) => void): void {
  const lines = scans.map(
    ({ funnel: { fetched, known, filtered, scored, belowThreshold, capped }, newLeadsFound }, n) =>
      [n + 1, fetched, known, filtered, scored, belowThreshold, capped, newLeadsFound].map(String),
  );
  const columns = ['scan', 'fetched', 'known', 'filtered', 'scored or carried', 'below', 'capped', 'new leads'];
  for (const line of table(columns, lines)) print(line);
  const again = scans.slice(1).reduce((sum, { funnel }) => sum + funnel.belowThreshold + funnel.filtered, 0);
  const last = scans.at(-1)?.newLeadsFound;
  print(`scored again after the first scan: ${again} (limit 0); new leads of the last scan: ${last} (limit 0)`);
  if (again > 0 || last !== 0) throw new Error('posts were scored again, or scans never end finding leads');
}
