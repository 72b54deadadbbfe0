import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedServers } from '../../e2e/src/cluster/servers.ts';
import { startCluster } from '../../e2e/src/cluster/start-cluster.ts';
import { cpuSeconds, memoryMb, sleep, startEarshot } from './earshot-process.ts';
import { table } from './figures.ts';

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
    await measure([{ name: 'earshot', pid: server.pid }], options);
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
      cluster.processes.map(({ service: name, pid }) => ({ name, pid: pid() ?? 0 })),
      options,
    );
  } finally {
    await cluster.stop();
    await servers.stop();
  }
}

interface Measured {
  readonly name: string;
  readonly pid: number;
}

async function measure(all: readonly Measured[], { seconds, print }: IdleOptions): Promise<void> {
  const pids = all.map(({ pid }) => pid);
  await sleep(settleMs);
  const start = await secondsOf(pids);
  await sleep(seconds * 1_000);
  const end = await secondsOf(pids);
  const memory = await Promise.all(pids.map(memoryMb));
  const rows = all.map(({ name }, at) => {
    const used = ((end[at] ?? NaN) - (start[at] ?? NaN)) / seconds;
    return [name, (1_000 * used).toFixed(0), (memory[at]?.rssMb ?? NaN).toFixed(0)];
  });
  for (const line of table(['process', 'm', 'MB'], rows)) print(line);
  const cores = (sumOf(end) - sumOf(start)) / seconds;
  const rssMb = memory.reduce((sum, one) => sum + one.rssMb, 0);
  print(`${pids.length} processes: ${cores.toFixed(4)} cores while idle, ${rssMb.toFixed(0)} MB`);
}

function secondsOf(pids: readonly number[]): Promise<number[]> {
  return Promise.all(pids.map(cpuSeconds));
}

function sumOf(all: readonly number[]): number {
  return all.reduce((sum, one) => sum + one, 0);
}
