import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds, rssMb, sleep, startEarshot, startServer } from './earshot-process.ts';
import type { ServerProcess } from './earshot-process.ts';
import { table } from './figures.ts';
import type { BenchPosts } from './posts.ts';

interface Figures {
  readonly readyMs: number;
  /** Processor time, including the idle seconds. */
  readonly cpuS: number;
  readonly idleMb: number;
}

/** An Express application that does nothing. It is measured in the same run as the lower bound of every figure. */
const emptyExpress = `
import express from 'express';
const app = express();
app.get('/health/ready', (_, res) => res.json({}));
const server = app.listen(0, '127.0.0.1', () => console.log('ready at http://127.0.0.1:' + server.address().port));
`;

const idleAfterMs = 5_000;

/**
 * Measures the time from spawn to ready and the memory when idle, with the built-in posts and with a large file. Each
 * runs on a new data folder and then on the same folder again. An empty Express application is the baseline.
 */
export async function benchStart(posts: BenchPosts, print: (line: string) => void): Promise<void> {
  const empty = await figuresOf(() =>
    startServer({ args: ['--input-type=module', '-e', emptyExpress], path: '/health/ready' }),
  );
  const rows: string[][] = [row('an empty Express application', empty, empty, '')];
  for (const [name, settings, limitMb] of [
    ['built-in posts', {}, 300],
    [posts.label, { SANDBOX_POSTS: posts.file }, 450],
  ] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-start-'));
    try {
      for (const time of ['new folder', 'same folder again']) {
        const figures = await figuresOf(() => startEarshot(folder, settings));
        rows.push(row(`${name}, ${time}`, figures, empty, `3000 ms, ${limitMb} MB`));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const columns = [
    'start of',
    'ready ms',
    'x empty',
    'cpu s',
    `RSS MB after ${idleAfterMs / 1000} s`,
    'x empty',
    'limits',
  ];
  for (const line of table(columns, rows)) print(line);
}

async function figuresOf(start: () => Promise<ServerProcess>): Promise<Figures> {
  const server = await start();
  try {
    await sleep(idleAfterMs);
    return { readyMs: server.readyMs, cpuS: await cpuSeconds(server.pid), idleMb: await rssMb(server.pid) };
  } finally {
    await server.stop();
  }
}

function row(name: string, figures: Figures, empty: Figures, limits: string): string[] {
  return [
    name,
    figures.readyMs.toFixed(0),
    (figures.readyMs / empty.readyMs).toFixed(1),
    figures.cpuS.toFixed(1),
    figures.idleMb.toFixed(0),
    (figures.idleMb / empty.idleMb).toFixed(1),
    limits,
  ];
}
