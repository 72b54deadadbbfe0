import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedServers } from '../../e2e/src/cluster/servers.ts';
import { startCluster } from '../../e2e/src/cluster/start-cluster.ts';
import { cpuSeconds, memoryMb, sleep, startEarshot } from './earshot-process.ts';

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

/** Measures processor time and memory of the whole product in one process while nobody uses it. */
export async function benchIdle(options: IdleOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-idle-'));
  const server = await startEarshot(folder, settings);
  try {
    await measure([server.pid], options);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same for the services of a cluster, without Kafka, MongoDB and Redis. */
export async function benchIdleCluster(options: IdleOptions): Promise<void> {
  const servers = await sharedServers();
  const cluster = await startCluster({ servers, settings });
  try {
    await measure(
      cluster.processes.flatMap((one) => one.pid() ?? []),
      options,
    );
  } finally {
    await cluster.stop();
    await servers.stop();
  }
}

async function measure(pids: readonly number[], { seconds, print }: IdleOptions): Promise<void> {
  await sleep(settleMs);
  const start = await secondsOf(pids);
  await sleep(seconds * 1_000);
  const cores = ((await secondsOf(pids)) - start) / seconds;
  const memory = await Promise.all(pids.map(memoryMb));
  const rssMb = memory.reduce((sum, one) => sum + one.rssMb, 0);
  print(`${pids.length} processes: ${cores.toFixed(4)} cores while idle, ${rssMb.toFixed(0)} MB`);
}

async function secondsOf(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(cpuSeconds));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
