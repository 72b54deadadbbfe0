import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedServers } from '../../e2e/src/cluster/servers.ts';
import type { Cluster } from '../../e2e/src/cluster/start-cluster.ts';
import { startCluster } from '../../e2e/src/cluster/start-cluster.ts';
import { checkOut } from './earlier-sources.ts';
import type { ServerProcess } from './earshot-process.ts';
import { cpuSeconds, sleep, startEarshot } from './earshot-process.ts';
import { table } from './figures.ts';

/** The last commit in which relays looked every 5 s, the mail sender every second, and each consumer of Kafka too. */
const polledMore = 'f95ec118';
/**
 * Milliseconds until the work of the start has ended. V8 collects the garbage of a start once more after 108 s and after
 * 215 s, so a minute from here on has only the idle work.
 */
const settleMs = 20_000;
const settings = { SANDBOX_ARRIVALS_PER_HOUR: '0' };

interface IdleOptions {
  readonly seconds: number;
  readonly print: (line: string) => void;
}

interface Sources {
  readonly folder: string;
  readonly earlier: string;
}

/**
 * Measures the processor time of the whole product in one process while nobody uses it, now and in an earlier version,
 * which it checks out into a temporary folder. Both run at the same time, for `seconds`.
 */
export function benchIdle(options: IdleOptions): Promise<void> {
  return withEarlier(async ({ folder, earlier }) => {
    const running: ServerProcess[] = [];
    try {
      for (const [data, from] of [['before', earlier], ['now']] as const)
        running.push(await startEarshot(join(folder, data), settings, from));
      await compare(
        running.map(({ pid }) => [pid]),
        options,
      );
    } finally {
      for (const server of running) await server.stop();
    }
  });
}

/** The same for the ten services of a cluster, without Kafka, MongoDB and Redis, which both versions share. */
export function benchIdleCluster(options: IdleOptions): Promise<void> {
  return withEarlier(async ({ earlier }) => {
    const servers = await sharedServers();
    const running: Cluster[] = [];
    try {
      for (const from of [{ sources: earlier }, {}]) running.push(await startCluster({ servers, settings, ...from }));
      await compare(
        running.map(({ processes }) => processes.flatMap((one) => one.pid() ?? [])),
        options,
      );
    } finally {
      for (const cluster of running) await cluster.stop();
      await servers.stop();
    }
  });
}

async function withEarlier(measure: (sources: Sources) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-idle-'));
  const earlier = join(folder, 'sources');
  const { remove } = await checkOut(polledMore, earlier);
  try {
    await measure({ folder, earlier });
  } finally {
    await remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `versions` are the processes of the earlier version and of this one. */
async function compare(versions: readonly (readonly number[])[], { seconds, print }: IdleOptions): Promise<void> {
  const used = () => Promise.all(versions.map(secondsOf));
  await sleep(settleMs);
  const start = await used();
  await sleep(seconds * 1_000);
  const end = await used();
  const [before = 0, now = 0] = end.map((value, at) => (value - (start[at] ?? 0)) / seconds);
  const rows = [
    [polledMore, before.toFixed(4), '1.00'],
    ['now', now.toFixed(4), (now / before).toFixed(2)],
  ];
  for (const line of table(['version', 'cores while idle', 'x'], rows)) print(line);
}

async function secondsOf(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(cpuSeconds));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
