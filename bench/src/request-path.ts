import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallCosts, MeasuredCall } from './cpu-of-calls.ts';
import { cpuOfCalls } from './cpu-of-calls.ts';
import type { ServerProcess } from './earshot-process.ts';
import { startServer } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

export const requestLoad = { calls: 8_000, warmUp: 20_000, connections: 20 };
export const requestPath = '/api/subreddits';
/** The secret of the session that calls use. */
export const sessionSecret = 'a-secret-of-the-benchmark';

/**
 * Measures the processor time of a signed-in call that the gateway forwards, in a child process, and of the same call
 * through Express and http-proxy-middleware without a session. A wrong answer or a socket error fails the benchmark.
 */
export async function benchRequestPath(print: (line: string) => void): Promise<void> {
  const servers = await startRequestPath();
  try {
    const plain = await servers.start('plain-proxy', { UPSTREAM: servers.upstream });
    const costs = await cpuOfCalls([servers.measured(plain), servers.measured(servers.gateway)], requestLoad);
    reportProxies(['Express + http-proxy-middleware', 'gateway'], costs, print);
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
    const ready = file === 'gateway' ? '/health/ready' : requestPath;
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
    const gateway = await start('gateway', { UPSTREAM: upstream, FOLDER: folder, SECRET: sessionSecret, ...settings });
    return { upstream, gateway, start, measured: await signedInCall(upstream), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Describes the signed-in call of any server before the upstream. Every correct answer is the upstream's. */
export async function signedInCall(upstream: string): Promise<(server: MeasuredCall['server']) => MeasuredCall> {
  const text = await (await fetch(upstream + requestPath)).text();
  const call = () => ({ cookie: `earshot=${sessionSecret}`, address: '192.0.2.1' });
  return (server) => ({ server, path: requestPath, call, text });
}

/** Prints the median of each proxy in the order of `names`; the first one is the baseline. */
export function reportProxies(
  names: readonly string[],
  costs: readonly CallCosts[],
  print: (line: string) => void,
): void {
  const base = percentile(costs[0]?.microseconds ?? [], 50);
  const rows = names.map((name, n) => {
    const all = costs[n]?.microseconds ?? [];
    const median = percentile(all, 50);
    return [name, median.toFixed(0), (median / base).toFixed(2), all.map((one) => one.toFixed(0)).join(' ')];
  });
  for (const line of table(['proxy', 'cpu us a call', 'x', 'rounds'], rows)) print(line);
}
