import { subreddit } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { until } from '@earshot/platform/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { business, sandboxCommunities } from '../../src/set-up.ts';
import { Visitor } from '../../src/visitor.ts';

const run = promisify(execFile);
const cwd = new URL('../../..', import.meta.url).pathname;
const compose = async (...args: string[]) =>
  (await run('docker', ['compose', '--progress', 'quiet', ...args], { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout;

/** `docker compose` finds the project by its name in the environment; `npm test` sets both. */
const { PRODUCT_URL: url = '', COMPOSE_PROJECT_NAME: project } = process.env;
const workers = 4;

beforeAll(async () => {
  if (url === '' || project === undefined) throw new Error('PRODUCT_URL and COMPOSE_PROJECT_NAME name no project');
  await compose('up', '--detach', '--no-recreate', '--no-build', '--wait', '--scale', `scan-worker=${workers}`);
}, 120_000);

const post = (body: unknown) => ({ method: 'POST', body });
const taskLine = z.object({ msg: z.literal('event'), topic: z.literal('scan.tasks') });

/** Tasks that each worker has handled since then, by the name of its container. */
async function tasksSince(time: Date): Promise<Map<string, number>> {
  const tasks = new Map<string, number>();
  for (const line of (await compose('logs', '--no-color', '--since', time.toISOString(), 'scan-worker')).split('\n')) {
    const [, worker, text] = /^(\S+)\s+\| (\{.*\})$/.exec(line) ?? [];
    if (worker === undefined || text === undefined || !taskLine.safeParse(JSON.parse(text)).success) continue;
    tasks.set(worker, (tasks.get(worker) ?? 0) + 1);
  }
  return tasks;
}

async function scanAllCommunities(): Promise<Map<string, number>> {
  const visitor = await Visitor.registered(url);
  await visitor.ask('/api/configuration', post({ businessDescription: business, searchStrategy: 'broad' }));
  for (const name of sandboxCommunities) await visitor.get(subreddit, '/api/subreddits', post({ name }));
  const startedAt = new Date();
  const { jobId } = await visitor.get(z.object({ jobId: z.string() }), '/api/leads/scan/start', post(undefined));
  const job = await until(
    'the scan to end',
    async () => {
      const now = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
      return now.status === 'completed' || now.status === 'failed' ? now : null;
    },
    60_000,
  );
  expect(job).toMatchObject({ status: 'completed', subredditsScanned: sandboxCommunities.length });
  return tasksSince(startedAt);
}

it(`${workers} workers share one scan's tasks, and no task is done twice`, async () => {
  // A worker that has just come takes part once the others have handed over partitions to it.
  const tasks = await until(
    'every worker to take part',
    async () => {
      const shared = await scanAllCommunities();
      return shared.size === workers ? shared : null;
    },
    120_000,
  );
  const counts = [...tasks.values()];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sandboxCommunities.length);
  // 16 tasks dealt over 12 partitions, 3 of them each worker's.
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
}, 180_000);
