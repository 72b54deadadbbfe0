import { until } from '@earshot/core/testing';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addCommunities, businessUser, scanOnce } from './business-user.ts';
import { cpuOfCalls } from './cpu-of-calls.ts';
import { startEarshot } from './earshot-process.ts';
import { table } from './figures.ts';
import { callTree, cpuProfile, ownTimes } from './flame/call-tree.ts';
import { flameSvg } from './flame/svg.ts';
import { connectMany, startLive } from './live-clients.ts';
import type { BenchPosts } from './posts.ts';
import { startRequestPath } from './request-path.ts';
import { chooseCommunities, readCommunities } from './scan-posts.ts';

const project = join(import.meta.dirname, '../..');
const target = join(project, 'docs/performance');
const functionsShown = 8;

/** Runs a server with the settings and profiles the part of its work that is within `profiled`. */
type Work = (settings: Readonly<Record<string, string>>, profiled: Profiled) => Promise<void>;
type Profiled = (pid: number, work: () => Promise<unknown>) => Promise<void>;

/**
 * Draws where the processor time of three kinds of work goes, as flame graphs in docs/performance, and prints the
 * functions that take the most.
 */
export async function benchFlame({ file }: BenchPosts, print: (line: string) => void): Promise<void> {
  await mkdir(target, { recursive: true });
  await draw('gateway', 'Gateway: signed-in GET /api/subreddits', gatewayCalls, print);
  await draw('scan', 'All in one process: scan of 4,000 posts', (...given) => scan(file, ...given), print);
  await draw('live', 'Live channel: events of one user to 2,000 sockets', fanout, print);
}

async function draw(name: string, title: string, work: Work, print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-flame-'));
  const file = join(folder, 'profile.json');
  const preload = pathToFileURL(join(import.meta.dirname, 'flame/profiler.ts')).href;
  const profiled: Profiled = async (pid, run) => {
    process.kill(pid, 'SIGUSR2');
    await until('the profile to start', () => existsSync(`${file}.started`));
    await run();
    process.kill(pid, 'SIGUSR2');
    await until('the profile', () => existsSync(file));
  };
  try {
    await work({ NODE_OPTIONS: `--import=${preload}`, FLAME_FILE: file }, profiled);
    const profile = cpuProfile.parse(JSON.parse(await readFile(file, 'utf8')));
    const root = callTree(profile, pathToFileURL(project).href);
    await writeFile(join(target, `${name}.svg`), flameSvg(title, root));
    const { origins, top } = ownTimes(root);
    const percent = (share: number) => (share * 100).toFixed(1);
    print(`${name}.svg: ${[...origins].map(([origin, share]) => `${origin} ${percent(share)} %`).join(', ')}`);
    const rows = top.slice(0, functionsShown).map((one) => [percent(one.share), one.name]);
    for (const line of table(['own %', 'function'], rows)) print(line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function gatewayCalls(settings: Readonly<Record<string, string>>, profiled: Profiled): Promise<void> {
  const servers = await startRequestPath(settings);
  try {
    const calls = (count: number) =>
      cpuOfCalls([servers.measured(servers.gateway)], { calls: count, warmUp: 1, connections: 20 });
    await calls(5_000);
    await profiled(servers.gateway.pid, () => calls(5_000));
  } finally {
    await servers.stop();
  }
}

async function scan(file: string, settings: Readonly<Record<string, string>>, profiled: Profiled): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-flame-scan-'));
  const earshot = await startEarshot(folder, { SANDBOX_POSTS: file, ...settings });
  try {
    const visitor = await businessUser(earshot.url, 'mixed');
    await addCommunities(visitor, [...chooseCommunities(await readCommunities(file)).keys()]);
    await profiled(earshot.pid, () => scanOnce(visitor));
  } finally {
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fanout(settings: Readonly<Record<string, string>>, profiled: Profiled): Promise<void> {
  const server = await startLive('earshot', settings);
  try {
    await connectMany(server, 2_000);
    const send = { do: 'send', size: 10, everyMs: 10, idBytes: 300 } as const;
    await server.run({ ...send, batches: 5 });
    await profiled(server.pid, () => server.run({ ...send, batches: 60 }));
  } finally {
    await server.stop();
  }
}
