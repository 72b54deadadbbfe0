import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOfCalls } from './cpu-of-calls.ts';
import { before, checkOut } from './earlier-sources.ts';
import type { ServerProcess } from './earshot-process.ts';
import { startEarshot } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import { callerOf } from './load.ts';

const path = '/api/subreddits';
const address = '192.0.2.1';

export interface AllInOneOptions {
  /** Calls per round and version. */
  readonly calls: number;
  readonly print: (line: string) => void;
}

/**
 * Measures a signed-in GET of three communities of the whole product in one process, end to end, now and in an earlier
 * version, which it checks out into a temporary folder. Rejects if an answer differs from the first one.
 */
export async function benchAllInOne({ calls, print }: AllInOneOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-all-in-one-'));
  const sources = join(folder, 'sources');
  const earlier = await checkOut(before, sources);
  const running: ServerProcess[] = [];
  const start = async (data: string, from?: string) => {
    const server = await startEarshot(join(folder, data), { SANDBOX_ARRIVALS_PER_HOUR: '0' }, from);
    running.push(server);
    return { server, path, ...(await signedIn(server.url)) };
  };
  try {
    const measured = [await start('before', sources), await start('now')];
    const costs = await cpuOfCalls(measured, { calls, connections: 20 });
    const medians = costs.map(({ microseconds, callsASecond }) => ({
      microseconds: percentile(microseconds, 50),
      callsASecond: percentile(callsASecond, 50),
    }));
    const rows = [before, 'now'].map((version, n) => [
      version,
      (medians[n]?.microseconds ?? 0).toFixed(0),
      ((medians[0]?.microseconds ?? 0) / (medians[n]?.microseconds ?? 0)).toFixed(2),
      (medians[n]?.callsASecond ?? 0).toFixed(0),
      ((medians[n]?.callsASecond ?? 0) / (medians[0]?.callsASecond ?? 0)).toFixed(2),
    ]);
    for (const line of table(['version', 'cpu us a call', 'x less', 'calls a second', 'x'], rows)) print(line);
  } finally {
    for (const server of running) await server.stop();
    await earlier.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A new user with three communities: the call of the list, and its answer. */
async function signedIn(url: string) {
  const caller = callerOf(url);
  const body = { email: 'bench@example.test', password: 'a quiet harbour' };
  const { cookies, status } = await caller.ask('POST', '/api/auth/register', { body, address });
  if (status !== 201) throw new Error(`the registration returned ${status}`);
  const call = { cookie: cookies.join('; '), address };
  for (const name of ['startups', 'smallbusiness', 'freelance']) {
    const added = await caller.ask('POST', path, { ...call, body: { name } });
    if (added.status !== 201) throw new Error(`a community returned ${added.status}: ${added.text}`);
  }
  const { text } = await caller.ask('GET', path, call);
  caller.end();
  return { call: () => call, text };
}
