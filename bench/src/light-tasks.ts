import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedServers } from '../../e2e/src/cluster/servers.ts';
import { type Cluster, startCluster } from '../../e2e/src/cluster/start-cluster.ts';
import type { Visitor } from '../../e2e/src/visitor.ts';
import { addCommunities, businessUser, scanOnce } from './business-user.ts';
import { cpuSeconds } from './earshot-process.ts';
import { percentile } from './figures.ts';
import { communityName, writePosts } from './posts.ts';

const postsEach = 2;
const communitiesAUser = 100;
const rounds = 5;

export interface LightTasksOptions {
  /** Tasks of all rounds together: a multiple of 500. */
  readonly tasks: number;
  readonly print: (line: string) => void;
}

/**
 * Measures tasks of two posts each in a cluster of processes on Kafka, MongoDB and Redis. A task is the scan of one
 * community. Counts the processor time of all services, without the sandbox, which stands in for the source, and without
 * the servers. Throws if a scan does not end as it should.
 */
export async function benchLightTasks({ tasks, print }: LightTasksOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-light-tasks-'));
  const posts = join(folder, 'posts.jsonl.gz');
  await writePosts(posts, Array<number>(communitiesAUser).fill(postsEach));
  const servers = await sharedServers();
  const settings = { SANDBOX_POSTS: posts, SANDBOX_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' };
  const cluster = await startCluster({ servers, settings });
  try {
    const users = await register(cluster, tasks / communitiesAUser);
    const each = users.length / rounds;
    const msATask: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      msATask.push(1_000 * (await secondsATask(cluster, users.slice(round * each, (round + 1) * each))));
    print(`core-ms a task: ${percentile(msATask, 50).toFixed(1)} (${msATask.map((ms) => ms.toFixed(1)).join(', ')})`);
  } finally {
    await cluster.stop();
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** All users have the same communities, so that tasks after the first ones find their posts in the cache. */
async function register({ url }: Cluster, count: number): Promise<Visitor[]> {
  const users: Visitor[] = [];
  const names = Array.from({ length: communitiesAUser }, (_, n) => communityName(n));
  while (users.length < count) {
    const user = await businessUser(url, 'focused');
    await addCommunities(user, names);
    users.push(user);
  }
  return users;
}

async function secondsATask(cluster: Cluster, users: readonly Visitor[]): Promise<number> {
  const cpuBefore = await processorSeconds(cluster);
  for (const user of users) {
    const { status, errorMessage, funnel } = await scanOnce(user);
    if (status !== 'completed' || errorMessage !== null || funnel.fetched !== communitiesAUser * postsEach)
      throw new Error(`the scan ended as ${status}: ${errorMessage ?? JSON.stringify(funnel)}`);
  }
  return ((await processorSeconds(cluster)) - cpuBefore) / (users.length * communitiesAUser);
}

async function processorSeconds({ processes }: Cluster): Promise<number> {
  const pids = processes.flatMap((one) => (one.service === 'sandbox' ? [] : [one.pid() ?? []])).flat();
  const each = await Promise.all(pids.map(cpuSeconds));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
