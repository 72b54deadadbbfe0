import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallCosts, MeasuredCall } from './cpu-of-calls.ts';
import { cpuOfCalls } from './cpu-of-calls.ts';
import type { ServerProcess } from './earshot-process.ts';
import { startServer } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

const load = { calls: 8_000, warmUp: 20_000, connections: 20 };
const path = '/api/subreddits';
const secret = 'a-secret-of-the-benchmark';

/**
 * Measures the processor time of a signed-in call that the gateway forwards, in a child process, and of the same call
 * through Express and http-proxy-middleware without a session. A wrong answer or a socket error fails the benchmark.
 */
export async function benchRequestPath(print: (line: string) => void): Promise<void> {
  const servers = await startRequestPath();
  try {
    const plain = await servers.start('plain-proxy', { UPSTREAM: servers.upstream });
    report(await cpuOfCalls([servers.measured(plain), servers.measured(servers.gateway)], load), print);
  } finally {
    await servers.stop();
  }
}

/** The gateway before an owner that always returns the same answer, each in its own process. `settings` are the gateway's. */
export async function startRequestPath(settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-request-path-'));
  const running: ServerProcess[] = [];
  const start = async (file: string, given: Readonly<Record<string, string>>) => {
    const args = [`bench/src/request-path/${file}.ts`];
    const ready = file === 'gateway' ? '/health/ready' : path;
    const server = await startServer({ args, settings: given, path: ready });
    running.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { url: upstream } = await start('upstream', {});
    const gateway = await start('gateway', { UPSTREAM: upstream, FOLDER: folder, SECRET: secret, ...settings });
    const text = await (await fetch(upstream + path)).text();
    const call = () => ({ cookie: `earshot=${secret}`, address: '192.0.2.1' });
    const measured = (server: ServerProcess): MeasuredCall => ({ server, path, call, text });
    return { upstream, gateway, start, measured, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function report(costs: readonly CallCosts[], print: (line: string) => void): void {
  const base = percentile(costs[0]?.microseconds ?? [], 50);
  const rows = ['Express + http-proxy-middleware', 'gateway'].map((name, n) => {
    const all = costs[n]?.microseconds ?? [];
    const median = percentile(all, 50);
    return [name, median.toFixed(0), (median / base).toFixed(2), all.map((one) => one.toFixed(0)).join(' ')];
  });
  for (const line of table(['proxy', 'cpu us a call', 'x', 'rounds'], rows)) print(line);
}
