import { random } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { Visitor } from '../visitor.ts';
import { differences, type Outcome, outcomeOf } from './outcome.ts';
import { business, communities, postsFile } from './posts.ts';
import { type EarshotProcess, type ProcessOptions, withProcess } from './process.ts';

export interface FaultRun {
  readonly seed: number;
  /** Milliseconds from each start of the scan or process until the kill. */
  readonly killsMs: readonly number[];
  /** Descriptions of everything that is wrong. Empty when the run passed. */
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
const endMs = 180_000;
const post = (body?: unknown) => ({ method: 'POST', body });

/**
 * Prepares a data folder once (a user with a business and communities) and scans a copy of it undisturbed. Each run
 * then scans a fresh copy, is killed at moments that its seed determines, and restarts. The outcome must be the same.
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
        (killed) => differences(outcome, killed),
        (error: unknown) => [String(error)],
      );
      if (wrong.length === 0) await rm(folder, { recursive: true });
      return { seed, killsMs, wrong, folder };
    },
    clean: () => rm(root, { recursive: true }),
  };
}

/** One kill during the scan. In every third run a second one follows while the restarted process resumes the work. */
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
  const outcome = await outcomeOf(await signIn(earshot), jobId, endMs);
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
  return withProcess(options, async (earshot) => outcomeOf(await signIn(earshot), jobId, endMs));
}
