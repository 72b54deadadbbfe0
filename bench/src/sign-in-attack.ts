import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, startEarshot } from './earshot-process.ts';
import { percentile, table } from './figures.ts';
import type { Reply } from './load.ts';
import { callerOf, statusesOf, steadily } from './load.ts';

const idleSeconds = 10;
const attackSeconds = 60;
const wrongPerSecond = 200;
const attackers = 20;
const accounts = 40;
const readers = 10;
const readsPerSecond = 30;
/** Each account signs in twice in the minute. */
const honestPerSecond = accounts / 30;
const password = 'a quiet harbour';
/** The p99 of reads may be twice the idle one, or this, whichever is larger. */
const alwaysAllowedMs = 20;
const servedShare = 0.95;

/**
 * Sends 200 wrong sign-ins a second from 20 addresses for a minute, half of them for the accounts of users, who read
 * their leads and sign in from known devices meanwhile. All limits have their defaults. The product runs in a child
 * process.
 */
export async function benchSignInAttack(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-sign-in-attack-'));
  const defaults = { CALLS_PER_MINUTE: '', TRUSTED_PROXIES: '1', SANDBOX_ARRIVALS_PER_HOUR: '0' };
  const earshot = await startEarshot(folder, defaults);
  const world = worldOf(earshot.url);
  try {
    await world.register();
    // Warm-up: users of a running server find compiled code and open connections.
    await world.reads(5);
    const idle = await world.reads(idleSeconds);
    const attack = world.wrongSignIns();
    const [loaded, honest] = await Promise.all([world.reads(attackSeconds), world.honestSignIns()]);
    report({ idle, loaded, honest, wrong: await attack }, print);
  } finally {
    world.end();
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function worldOf(url: string) {
  const { ask, end } = callerOf(url);
  const email = (n: number) => `user-${n % accounts}@example.test`;
  const homeOf = (n: number) => `10.0.${n % accounts}.1`;
  const cookies: string[] = [];
  const devices: string[] = [];
  return {
    end,
    register: async () => {
      for (let n = 0; n < accounts; n += 1) {
        const body = { email: email(n), password };
        const made = await ask('POST', '/api/auth/register', { body, address: homeOf(n) });
        if (made.status !== 201) throw new Error(`a registration returned ${made.status}`);
        cookies.push(made.cookies.join('; '));
        devices.push(made.cookies.filter((cookie) => cookie.startsWith('earshot_device=')).join('; '));
      }
      await sleep(1_000);
    },
    reads: (seconds: number) =>
      steadily(readsPerSecond, seconds, (n) => {
        const reader = n % readers;
        return ask('GET', '/api/leads', { cookie: cookies[reader] ?? '', address: homeOf(reader) });
      }),
    honestSignIns: () =>
      steadily(honestPerSecond, attackSeconds, (n) => {
        const body = { email: email(n), password };
        return ask('POST', '/api/auth/login', { cookie: devices[n % accounts] ?? '', body, address: homeOf(n) });
      }),
    wrongSignIns: () =>
      steadily(wrongPerSecond, attackSeconds, (n) => {
        const target = n % 2 === 0 ? email(n / 2) : `nobody-${n}@example.test`;
        const body = { email: target, password: `a wrong harbour ${n}` };
        return ask('POST', '/api/auth/login', { body, address: `203.0.113.${(n % attackers) + 1}` });
      }),
  };
}

interface Figures {
  readonly idle: readonly Reply[];
  readonly loaded: readonly Reply[];
  readonly honest: readonly Reply[];
  readonly wrong: readonly Reply[];
}

function report({ idle, loaded, honest, wrong }: Figures, print: (line: string) => void): void {
  const p99 = (replies: readonly Reply[]) =>
    percentile(
      replies.map(({ ms }) => ms),
      99,
    );
  const row = (name: string, replies: readonly Reply[]) => [
    name,
    String(replies.length),
    ...[50, 95, 99].map((percent) =>
      percentile(
        replies.map(({ ms }) => ms),
        percent,
      ).toFixed(1),
    ),
  ];
  const rows = [row('reads, idle', idle), row('reads, attacked', loaded), row('honest sign-ins, attacked', honest)];
  for (const line of table(['calls', 'count', 'p50 ms', 'p95 ms', 'p99 ms'], rows)) print(line);
  print(`reads: ${statusesOf([...idle, ...loaded])}; wrong sign-ins: ${statusesOf(wrong)}`);
  const allowedMs = Math.max(2 * p99(idle), alwaysAllowedMs);
  const isFast = p99(loaded) <= allowedMs && loaded.every(({ status }) => status === 200);
  print(`${verdict(isFast)}: p99 of reads ${p99(loaded).toFixed(1)} ms, at most ${allowedMs.toFixed(1)} ms`);
  const served = honest.filter(({ status }) => status === 200).length / honest.length;
  const isServed = served >= servedShare;
  print(`${verdict(isServed)}: ${(served * 100).toFixed(1)} % of honest sign-ins served, at least 95 %`);
  if (!isServed) print(`honest sign-ins: ${statusesOf(honest)}`);
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'NOT MET';
}
