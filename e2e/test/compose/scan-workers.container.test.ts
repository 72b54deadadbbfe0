import { subreddit } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { until } from '@earshot/core/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { compose } from '../../src/compose.ts';
import { business, sandboxCommunities } from '../../src/set-up.ts';
import { Visitor } from '../../src/visitor.ts';

/** `npm test` sets it together with the project. */
const { PRODUCT_URL: url = '' } = process.env;
const workers = 4;

beforeAll(async () => {
  await compose('up', '--detach', '--no-recreate', '--no-build', '--wait', '--scale', `scan-worker=${workers}`);
});

const post = (body: unknown) => ({ method: 'POST', body });
const taskLine = z.object({ msg: z.literal('event'), topic: z.literal('scan.tasks') });

/** Tasks that each worker has handled since `time`, by the name of its container. */
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
  const job = await until('the scan to end', async () => {
    const now = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return now.status === 'completed' || now.status === 'failed' ? now : null;
  });
  expect(job).toMatchObject({ status: 'completed', subredditsScanned: sandboxCommunities.length });
  return tasksSince(startedAt);
}

it(`${workers} workers share one scan's tasks, and no task is done twice`, async () => {
  // A new worker takes part once the consumer group has reassigned partitions to it.
  const tasks = await until(
    'every worker to take part',
    async () => {
      const shared = await scanAllCommunities();
      return shared.size === workers ? shared : null;
    },
    300_000,
  );
  const counts = [...tasks.values()];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sandboxCommunities.length);
  // 16 tasks are distributed over 12 partitions, and each worker has 3 of these.
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
});
