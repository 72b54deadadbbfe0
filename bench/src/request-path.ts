import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallCosts } from './cpu-of-calls.ts';
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
  const folder = await mkdtemp(join(tmpdir(), 'earshot-request-path-'));
  const running: ServerProcess[] = [];
  const start = async (file: string, settings: Readonly<Record<string, string>>) => {
    const args = [`bench/src/request-path/${file}.ts`];
    const server = await startServer({ args, settings, path: file === 'gateway' ? '/health/ready' : path });
    running.push(server);
    return server;
  };
  try {
    const { url: UPSTREAM } = await start('upstream', {});
    const plain = await start('plain-proxy', { UPSTREAM });
    const gateway = await start('gateway', { UPSTREAM, FOLDER: folder, SECRET: secret });
    const text = await (await fetch(UPSTREAM + path)).text();
    const call = () => ({ cookie: `earshot=${secret}`, address: '192.0.2.1' });
    const measured = [plain, gateway].map((server) => ({ server, path, call, text }));
    report(await cpuOfCalls(measured, load), print);
  } finally {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
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
