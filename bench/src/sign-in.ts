import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds, sleep, startEarshot } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import type { Reply } from './load.ts';
import { callerOf, statusesOf, steadily } from './load.ts';

/** Seconds of each measurement. */
const seconds = 10;
const signInsPerSecond = 200;
/** The load of about thirty users who read their leads without a pause. */
const readsPerSecond = 30;
const readers = 10;
const knownAccounts = 50;
const rounds = 2;
const password = 'a quiet harbour';

/**
 * Sends 200 failing sign-ins per second, each from a new address, for known and unknown accounts, while signed-in users
 * read their leads. Before each such round it measures the same reads alone. The product runs in a child process.
 */
export async function benchSignIn(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-sign-in-'));
  // One trusted proxy, so that each sign-in can name a different client address.
  const earshot = await startEarshot(folder, { TRUSTED_PROXIES: '1', SANDBOX_ARRIVALS_PER_HOUR: '0' });
  const world = worldOf(earshot.url);
  try {
    const cookies: string[] = [];
    for (let one = 0; one < knownAccounts; one += 1) cookies.push(await world.register(one));
    const own = cookies.slice(0, readers);
    // Warm-up: users of a running server find compiled code and open connections.
    await Promise.all([world.reads(own, 5), world.badSignIns(5)]);
    await sleep(3_000);
    const [idle, loaded, answers]: [number[], number[], Reply[]] = [[], [], []];
    const [idleCpu, loadedCpu]: [number[], number[]] = [[], []];
    const measured = async (into: number[], cpu: number[], work: Promise<readonly Reply[]>) => {
      const before = await cpuSeconds(earshot.pid);
      for (const { status, ms } of await work) {
        if (status !== 200) throw new Error(`a read returned ${status}`);
        into.push(ms);
      }
      cpu.push((await cpuSeconds(earshot.pid)) - before);
    };
    for (let round = 0; round < rounds; round += 1) {
      await measured(idle, idleCpu, world.reads(own, seconds));
      const attack = world.badSignIns(seconds);
      await measured(loaded, loadedCpu, world.reads(own, seconds));
      answers.push(...(await attack));
      await sleep(3_000);
    }
    report({ idle, loaded, answers, idleCpu, loadedCpu }, print);
  } finally {
    world.end();
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function worldOf(url: string) {
  const caller = callerOf(url);
  let addresses = 0;
  const ask = (method: string, path: string, call: { cookie?: string; body?: unknown }) => {
    const n = (addresses += 1);
    return caller.ask(method, path, { ...call, address: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` });
  };
  const email = (one: number) => `known-${one}@example.test`;
  let guesses = 0;
  return {
    register: async (one: number) => {
      const made = await ask('POST', '/api/auth/register', { body: { email: email(one), password } });
      if (made.status !== 201) throw new Error(`a registration returned ${made.status}`);
      return made.cookies.join('; ');
    },
    reads: (cookies: readonly string[], forSeconds: number) =>
      steadily(readsPerSecond, forSeconds, (n) =>
        ask('GET', '/api/leads', { cookie: cookies[n % cookies.length] ?? '' }),
      ),
    badSignIns: (forSeconds: number) =>
      steadily(signInsPerSecond, forSeconds, () => {
        const n = (guesses += 1);
        const known = n % 10 === 0 ? email((n / 10) % knownAccounts) : `nobody-${n}@example.test`;
        return ask('POST', '/api/auth/login', { body: { email: known, password: `a wrong harbour ${n}` } });
      }),
    end: caller.end,
  };
}

interface Figures {
  readonly idle: readonly number[];
  readonly loaded: readonly number[];
  readonly answers: readonly Reply[];
  readonly idleCpu: readonly number[];
  readonly loadedCpu: readonly number[];
}

function report({ idle, loaded, answers, idleCpu, loadedCpu }: Figures, print: (line: string) => void): void {
  const row = (name: string, ms: readonly number[], cpu: readonly number[]) => [
    name,
    String(ms.length),
    ...[50, 95, 99].map((percent) => percentile(ms, percent).toFixed(1)),
    cpu.reduce((sum, one) => sum + one, 0).toFixed(1),
  ];
  const head = ['reads', 'count', 'p50 ms', 'p95 ms', 'p99 ms', 'cpu s'];
  for (const line of table(head, [row('alone', idle, idleCpu), row('with failing sign-ins', loaded, loadedCpu)]))
    print(line);
  print(`responses to failing sign-ins: ${statusesOf(answers)}`);
  const ratio = percentile(loaded, 99) / percentile(idle, 99);
  print(`p99 of reads with 200 failing sign-ins per second: ${ratio.toFixed(2)} x the p99 without (limit 2)`);
}
