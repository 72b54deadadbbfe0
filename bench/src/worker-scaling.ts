import { lastMessage, startFakeOpenAi } from '@earshot/testing/fake-open-ai';
import type { ChatRequest, FakeAnswer } from '@earshot/testing/fake-open-ai';
import { until } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { Kafka, logLevel } from 'kafkajs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { sharedServers } from '../../e2e/src/cluster/servers.ts';
import type { Cluster } from '../../e2e/src/cluster/start-cluster.ts';
import { startCluster } from '../../e2e/src/cluster/start-cluster.ts';
import { openLive } from '../../e2e/src/live.ts';
import { business } from '../../e2e/src/set-up.ts';
import { Visitor } from '../../e2e/src/visitor.ts';
import { sleep } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

const workerCounts = [1, 2, 4] as const;
const communities = 40;
const postsPerCommunity = 20;
const scorerMsPerPost = 50;
const rounds = 2;
const wanted = 3;

/**
 * Measures one scan of 40 communities by 1, 2 and 4 scan workers, in a cluster of processes on Kafka, MongoDB and
 * Redis: from the start to `scan_complete` on the WebSocket. The fake model takes 50 ms per post, so workers share
 * waiting time rather than processor time. Each scan belongs to a new user and reads communities that no scan has read
 * before. It starts once all workers have their partitions.
 */
export async function benchWorkers(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-workers-'));
  const posts = join(folder, 'posts.jsonl');
  await writeFile(posts, postsFile());
  const model = await startFakeOpenAi(judgeSlowly);
  const servers = await sharedServers();
  try {
    const cluster = await startCluster({
      servers,
      spares: { 'scan-worker': Math.max(...workerCounts) - 1 },
      settings: {
        SANDBOX_POSTS: posts,
        SANDBOX_REQUESTS_PER_MINUTE: '100000',
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: 'bench',
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      },
    });
    try {
      report(await scans(cluster), print);
    } finally {
      await cluster.stop();
    }
  } finally {
    await model.close();
    await servers.stop();
    await rm(folder, { recursive: true });
  }
}

async function scans(cluster: Cluster): Promise<number[][]> {
  const ms: number[][] = [];
  let running = 1;
  for (const [step, count] of workerCounts.entries()) {
    const all = Array.from({ length: count - running }, (_, n) => cluster.restart('scan-worker', running + n));
    await Promise.all(all);
    running = count;
    await assigned(cluster, count);
    const each: number[] = [];
    for (let round = 0; round < rounds; round += 1) each.push(await scan(cluster.url, step, round));
    ms.push(each);
  }
  return ms;
}

/** Resolves when the consumer group of the tasks is stable with `count` members. */
async function assigned({ servers, namespace }: Cluster, count: number): Promise<void> {
  const admin = new Kafka({ brokers: [...servers.brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await until(
      `${count} workers to have partitions`,
      async () => {
        const { groups } = await admin.describeGroups([`${namespace}.scan-worker.scan.tasks`]);
        return groups.every(({ state, members }) => state === 'Stable' && members.length === count);
      },
      60_000,
      100,
    );
  } finally {
    await admin.disconnect();
  }
  // The broker reports the assignment shortly before the workers have fetched their start offsets.
  await sleep(1_000);
}

const started = z.object({ jobId: z.string() });

/** Milliseconds from the start to the `scan_complete` frame. */
async function scan(url: string, step: number, round: number): Promise<number> {
  const visitor = await Visitor.registered(url);
  const post = (body?: unknown) => ({ method: 'POST', body });
  const configuration = { businessDescription: business, searchStrategy: 'broad', maxLeadsPerScan: 100 };
  await visitor.get(z.unknown(), '/api/configuration', post(configuration));
  for (let n = 0; n < communities; n += 1) {
    await visitor.get(subreddit, '/api/subreddits', post({ name: communityOf(step, round, n) }));
  }
  const live = await openLive(visitor, visitor.userId);
  await until('the live channel', () => live.frames.some(({ type }) => type === 'authenticated'));
  const startMs = performance.now();
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', post());
  await until('scan_complete', () => live.frames.some(({ type }) => type === 'scan_complete'), 120_000, 5);
  const ms = performance.now() - startMs;
  live.close();
  const { status, funnel } = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
  if (status !== 'completed' || funnel.scored !== communities * postsPerCommunity) {
    throw new Error(`the scan ended as ${status}: ${JSON.stringify(funnel)}`);
  }
  return ms;
}

/** Each scan uses different communities, so none benefits from posts that an earlier scan has read. */
function communityOf(step: number, round: number, n: number): string {
  return `bench_${step}_${round}_${n}`;
}

const trades = ['illustrator', 'translator', 'copywriter', 'developer', 'photographer', 'architect', 'tutor', 'editor'];

/** Every post passes the pre-filter. Each community has one lead. */
function postsFile(): string {
  const names = workerCounts.flatMap((_, step) =>
    Array.from({ length: rounds * communities }, (__, n) =>
      communityOf(step, Math.floor(n / communities), n % communities),
    ),
  );
  // The sandbox spreads posts over a week. The oldest soon become too old for a scan, so no scan reads their community.
  const communityOfEach = [unwatched, ...names].flatMap((name) =>
    Array.from({ length: postsPerCommunity }, () => name),
  );
  const lines = communityOfEach.map((name, number) => {
    const trade = trades[number % trades.length] ?? '';
    const isLead = number % postsPerCommunity === 7;
    return JSON.stringify({
      id: (1_000_000 + number).toString(36),
      subreddit: name,
      title: `${isLead ? leadTitle : 'Late invoices'} for a freelance ${trade} (${number})`,
      selftext: 'My client has not paid two invoices. I chase late payments and send reminders every week.',
      created_utc: number,
    });
  });
  return `${lines.join('\n')}\n`;
}

const unwatched = 'bench_older';
const leadTitle = 'Looking for invoicing software';
const input = z.object({ posts: z.array(z.object({ key: z.string(), title: z.string() })) });

/** Answers as a model does: one call for several posts, which takes `scorerMsPerPost` for each. */
async function judgeSlowly(request: ChatRequest): Promise<FakeAnswer> {
  const { posts } = input.parse(JSON.parse(lastMessage(request, 'user')));
  await sleep(posts.length * scorerMsPerPost);
  return { content: JSON.stringify({ posts: posts.map(({ key, title }) => judgement(key, title)) }) };
}

function judgement(key: string, title: string) {
  const none = { category: 'none', quote: null };
  if (!title.startsWith(leadTitle))
    return { key, need: none, stage: none, fit: none, urgency: none, disqualifiers: [] };
  const need = { category: 'recommendation', quote: leadTitle };
  const fit = { category: 'core', quote: leadTitle };
  return { key, need, fit, stage: none, urgency: none, disqualifiers: [] };
}

function report(ms: readonly (readonly number[])[], print: (line: string) => void): void {
  const base = percentile(ms[0] ?? [], 50);
  const waits = (communities * postsPerCommunity * scorerMsPerPost) / 1000;
  const rows = workerCounts.map((count, step) => {
    const median = percentile(ms[step] ?? [], 50);
    const all = (ms[step] ?? []).map((one) => (one / 1000).toFixed(1)).join(', ');
    return [String(count), all, `${(base / median).toFixed(2)} x`];
  });
  print(`${communities} communities of ${postsPerCommunity} posts: the scorer waits ${waits} s in total`);
  for (const line of table(['workers', 's of each scan', 'ratio'], rows)) print(line);
  print(`target: at least ${wanted.toFixed(1)} x with ${Math.max(...workerCounts)} workers`);
}
