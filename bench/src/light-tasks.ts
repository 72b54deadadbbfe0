import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../../e2e/src/cluster/start-cluster.ts';
import { sharedServers } from '../../e2e/src/cluster/servers.ts';
import { startCluster } from '../../e2e/src/cluster/start-cluster.ts';
import type { Visitor } from '../../e2e/src/visitor.ts';
import { addCommunities, businessUser, scanOnce } from './business-user.ts';
import { before, checkOut } from './earlier-sources.ts';
import { cpuSeconds } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import { communityName, writePosts } from './posts.ts';

const postsEach = 2;
const communitiesAUser = 100;
const rounds = 5;
const limit = 0.25;

export interface LightTasksOptions {
  /** Tasks of each version in all rounds together: a multiple of 500. */
  readonly tasks: number;
  readonly print: (line: string) => void;
}

interface Version {
  readonly name: string;
  readonly cluster: Cluster;
  readonly users: readonly Visitor[];
  readonly secondsATask: number[];
}

/**
 * Measures tasks of two posts each, in clusters of processes on Kafka, MongoDB and Redis: today's version and an earlier
 * one. A task is the scan of one community. Counts the processor time of all services, without the sandbox, which stands
 * in for the source, and without the servers. Throws if a scan does not end as it should.
 */
export async function benchLightTasks({ tasks, print }: LightTasksOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-light-tasks-'));
  const posts = join(folder, 'posts.jsonl.gz');
  await writePosts(posts, Array<number>(communitiesAUser).fill(postsEach));
  const sources = join(folder, 'sources');
  const earlier = await checkOut(before, sources);
  const servers = await sharedServers();
  const clusters: Cluster[] = [];
  try {
    const settings = { SANDBOX_POSTS: posts, SANDBOX_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' };
    const start = async (name: string, from?: string): Promise<Version> => {
      const cluster = await startCluster({ servers, settings, ...(from !== undefined && { sources: from }) });
      clusters.push(cluster);
      return {
        name,
        cluster,
        users: await register(cluster, tasks / communitiesAUser, from !== undefined),
        secondsATask: [],
      };
    };
    const versions = [await start(before, sources), await start('now')];
    for (let round = 0; round < rounds; round += 1)
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) await measure(version, round);
    report(versions, print);
  } finally {
    for (const cluster of clusters) await cluster.stop();
    await servers.stop();
    await earlier.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** All users have the same communities, so that tasks after the first ones find their posts in the cache. */
async function register({ url }: Cluster, count: number, older: boolean): Promise<Visitor[]> {
  const users: Visitor[] = [];
  while (users.length < count) {
    const user = await businessUser(url, 'focused', { older });
    await addCommunities(
      user,
      Array.from({ length: communitiesAUser }, (_, n) => communityName(n)),
    );
    users.push(user);
  }
  return users;
}

async function measure({ cluster, users, secondsATask }: Version, round: number): Promise<void> {
  const each = users.length / rounds;
  const cpuBefore = await processorSeconds(cluster);
  for (const user of users.slice(round * each, (round + 1) * each)) {
    const { status, errorMessage, funnel } = await scanOnce(user);
    if (status !== 'completed' || errorMessage !== null || funnel.fetched !== communitiesAUser * postsEach)
      throw new Error(`the scan ended as ${status}: ${errorMessage ?? JSON.stringify(funnel)}`);
  }
  secondsATask.push(((await processorSeconds(cluster)) - cpuBefore) / (each * communitiesAUser));
}

async function processorSeconds({ processes }: Cluster): Promise<number> {
  const pids = processes.flatMap((one) => (one.service === 'sandbox' ? [] : [one.pid() ?? []])).flat();
  const each = await Promise.all(pids.map(cpuSeconds));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

function report(versions: readonly Version[], print: (line: string) => void): void {
  const median = ({ secondsATask }: Version) => percentile(secondsATask, 50);
  const base = versions[0] === undefined ? NaN : median(versions[0]);
  const rows = versions.map((version) => [
    version.name,
    (median(version) * 1_000).toFixed(1),
    version.secondsATask.map((seconds) => (seconds * 1_000).toFixed(1)).join(', '),
    (median(version) / base).toFixed(2),
  ]);
  for (const line of table(['version', 'core-ms a task', 'each round', 'x'], rows)) print(line);
  print(`target: at most ${limit} x`);
}
