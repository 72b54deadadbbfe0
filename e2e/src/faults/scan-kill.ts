import { random, until } from '@earshot/platform/testing';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import { scanJob } from '@earshot/proto/http/scan';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Visitor } from '../visitor.ts';
import { business, communities, postsFile } from './posts.ts';
import type { EarshotProcess, ProcessOptions } from './process.ts';
import { withProcess } from './process.ts';

/** What a scan came to: the same for every run on the same data, however often it was killed. */
export interface Outcome {
  readonly job: Pick<ScanJob, 'status' | 'newLeadsFound' | 'subredditsScanned' | 'totalThreads' | 'processedThreads'>;
  readonly funnel: ScanJob['funnel'];
  /** The posts that became leads, sorted; one twice would be there twice. */
  readonly leads: readonly string[];
}

export interface FaultRun {
  readonly seed: number;
  /** Milliseconds after each start of the scan or process at which it was killed. */
  readonly killsMs: readonly number[];
  /** What is wrong, in words; empty when all is right. */
  readonly wrong: readonly string[];
  /** The data folder, kept when something is wrong. */
  readonly folder: string;
}

export interface Faults {
  readonly undisturbed: Outcome;
  readonly undisturbedMs: number;
  run(seed: number): Promise<FaultRun>;
  clean(): Promise<void>;
}

const credentials = { email: 'faults@example.test', password: 'a quiet harbour' };
const endMs = 60_000;
const post = (body?: unknown) => ({ method: 'POST', body });

/**
 * Prepares a data folder once (a user with a business and communities) and scans a copy of it undisturbed; each run
 * then scans a fresh copy, is killed at moments that its seed decides, starts again and must come to the same.
 */
export async function prepareFaults({ postsPerCommunity = 80, maxLeadsPerScan = 100 } = {}): Promise<Faults> {
  const root = await mkdtemp(join(tmpdir(), 'earshot-faults-'));
  const posts = join(root, 'posts.jsonl');
  await writeFile(posts, postsFile(postsPerCommunity));
  const settings = { SANDBOX_POSTS: posts, SANDBOX_REQUESTS_PER_MINUTE: '100000' };

  const prepared = join(root, 'prepared');
  await mkdir(prepared);
  await withProcess({ folder: prepared, settings }, (earshot) => setUp(earshot, maxLeadsPerScan));

  const copy = async (name: string) => {
    const folder = join(root, name);
    await cp(prepared, folder, { recursive: true });
    return folder;
  };
  const { outcome, ms } = await withProcess({ folder: await copy('undisturbed'), settings }, scanUndisturbed);

  return {
    undisturbed: outcome,
    undisturbedMs: ms,
    run: async (seed) => {
      const folder = await copy(`seed-${seed}`);
      const killsMs = killMoments(seed, ms);
      const wrong = await scanKilled({ folder, settings }, killsMs).then(
        (killed) => compare(outcome, killed),
        (error: unknown) => [String(error)],
      );
      if (wrong.length === 0) await rm(folder, { recursive: true });
      return { seed, killsMs, wrong, folder };
    },
    clean: () => rm(root, { recursive: true }),
  };
}

/** One kill during the scan; in every third run a second one while the next process takes up the work. */
function killMoments(seed: number, scanMs: number): number[] {
  const next = random(seed);
  const first = Math.round(next() * scanMs);
  return next() < 1 / 3 ? [first, Math.round(next() * scanMs)] : [first];
}

async function setUp({ url }: EarshotProcess, maxLeadsPerScan: number): Promise<void> {
  const visitor = new Visitor(url);
  await visitor.get(z.unknown(), '/api/auth/register', post(credentials));
  const configuration = { businessDescription: business, searchStrategy: 'broad', maxLeadsPerScan };
  await visitor.get(z.unknown(), '/api/configuration', post(configuration));
  for (const name of communities) await visitor.get(subreddit, '/api/subreddits', post({ name }));
}

async function signIn({ url }: EarshotProcess): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.get(z.unknown(), '/api/auth/login', post(credentials));
  return visitor;
}

async function startScan(earshot: EarshotProcess): Promise<string> {
  const visitor = await signIn(earshot);
  const { jobId } = await visitor.get(z.object({ jobId: z.string() }), '/api/leads/scan/start', post());
  return jobId;
}

async function scanUndisturbed(earshot: EarshotProcess): Promise<{ outcome: Outcome; ms: number }> {
  const jobId = await startScan(earshot);
  const startedMs = performance.now();
  const outcome = await outcomeOf(await signIn(earshot), jobId);
  return { outcome, ms: performance.now() - startedMs };
}

async function scanKilled(options: ProcessOptions, killsMs: readonly number[]): Promise<Outcome> {
  const [first = 0, ...others] = killsMs;
  const jobId = await withProcess(options, async (earshot) => {
    const started = await startScan(earshot);
    await wait(first);
    await earshot.kill();
    return started;
  });
  for (const killMs of others) {
    await withProcess(options, async (earshot) => {
      await wait(killMs);
      await earshot.kill();
    });
  }
  return withProcess(options, async (earshot) => outcomeOf(await signIn(earshot), jobId));
}

/** Waits for the job's end. */
async function outcomeOf(visitor: Visitor, jobId: string): Promise<Outcome> {
  const look = async () => {
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return job.status === 'pending' || job.status === 'processing' ? null : job;
  };
  const { funnel, ...job } = await until('the scan to end', look, endMs);
  const { status, newLeadsFound, subredditsScanned, totalThreads, processedThreads } = job;
  return {
    job: { status, newLeadsFound, subredditsScanned, totalThreads, processedThreads },
    funnel,
    leads: await allLeads(visitor),
  };
}

async function allLeads(visitor: Visitor): Promise<string[]> {
  const posts: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await visitor.get(leadList, `/api/leads?limit=100&page=${page}`);
    pages = list.totalPages;
    posts.push(...list.leads.map(({ redditPostId }) => redditPostId));
  }
  return posts.sort();
}

/** What differs from the undisturbed scan, and what does not add up in itself. */
function compare(expected: Outcome, { job, funnel, leads }: Outcome): string[] {
  const wrong: string[] = [];
  const claim = (what: string, holds: boolean, facts: unknown) => {
    if (!holds) wrong.push(`${what}: ${JSON.stringify(facts)}`);
  };
  claim('the job', isDeepStrictEqual(job, expected.job), { job, expected: expected.job });
  claim('the funnel', isDeepStrictEqual(funnel, expected.funnel), { funnel, expected: expected.funnel });
  claim('newLeadsFound is no count of the leads', job.newLeadsFound === leads.length, [
    job.newLeadsFound,
    leads.length,
  ]);
  claim('a lead twice', new Set(leads).size === leads.length, leads);
  // Which posts come under a cap depends on what was read first; how many, does not.
  if (expected.funnel.capped === 0) {
    const missing = expected.leads.filter((lead) => !leads.includes(lead));
    claim('leads lost', missing.length === 0, missing);
    const extra = leads.filter((lead) => !expected.leads.includes(lead));
    claim('leads too many', extra.length === 0, extra);
  }
  const { known, filtered, scored, unscored, belowThreshold, capped, created, duplicate, pending } = funnel;
  claim('fetched does not add up', funnel.fetched === known + filtered + scored + unscored, funnel);
  claim('scored does not add up', scored === belowThreshold + capped + created + duplicate + pending, funnel);
  return wrong;
}
