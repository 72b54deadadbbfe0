import { until } from '@earshot/core/testing';
import { subreddit } from '@earshot/proto/http/lead';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openLive } from '../../e2e/src/live.ts';
import { business, sandboxCommunities } from '../../e2e/src/set-up.ts';
import { Visitor } from '../../e2e/src/visitor.ts';
import { composeProject } from '../../scripts/compose.mjs';
import { startEarshot } from './earshot-process.ts';
import { percentile, table } from './figures.ts';

const scans = 20;
const limitMs = 2_000;
const watched = sandboxCommunities.slice(0, 4);

interface Figures {
  readonly firstLeadMs: readonly number[];
  readonly completeMs: readonly number[];
}

/**
 * Measures how long a user waits after "Scan now": from `POST /api/leads/scan/start` to the first `new_lead` frame on
 * the WebSocket. The product runs in containers; `npm start` in one process is the baseline. Twenty new users scan one
 * after the other. No scan has read the first user's communities before. Set PRODUCT_URL to measure a running
 * installation instead of starting containers.
 */
export async function benchFirstLead(print: (line: string) => void): Promise<void> {
  const embedded = await overEmbedded();
  const cluster = await overContainers();
  const rows = [row('npm start, one process', embedded, embedded), row('docker compose', cluster, embedded)];
  print(`${scans} scans of new users, ${watched.length} communities each; limit: p95 at most ${limitMs} ms`);
  const columns = ['product', 'first lead p50 ms', 'p95 ms', 'max ms', 'x baseline p95', 'scan complete p50 ms'];
  for (const line of table(columns, rows)) print(line);
}

async function overEmbedded(): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-first-lead-'));
  const earshot = await startEarshot(folder);
  try {
    return await measure(earshot.url);
  } finally {
    await earshot.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function overContainers(): Promise<Figures> {
  const given = process.env['PRODUCT_URL'];
  if (given !== undefined && given !== '') return measure(given);
  const project = await composeProject();
  try {
    if (!(await project.up())) throw new Error('the containers did not start; see the output of docker above');
    return await measure(project.environment.PRODUCT_URL);
  } finally {
    await project.down();
  }
}

async function measure(url: string): Promise<Figures> {
  const firstLeadMs: number[] = [];
  const completeMs: number[] = [];
  for (let scan = 0; scan < scans; scan += 1) {
    const figures = await scanOnce(url);
    firstLeadMs.push(figures.firstLeadMs);
    completeMs.push(figures.completeMs);
  }
  return { firstLeadMs, completeMs };
}

async function scanOnce(url: string): Promise<{ firstLeadMs: number; completeMs: number }> {
  const post = (body?: unknown) => ({ method: 'POST', body });
  const visitor = await Visitor.registered(url);
  const configuration = { businessDescription: business, searchStrategy: 'broad' };
  await visitor.get(z.unknown(), '/api/configuration', post(configuration));
  for (const name of watched) await visitor.get(subreddit, '/api/subreddits', post({ name }));
  const live = await openLive(visitor, visitor.userId);
  const frame = (type: string) => live.frames.some((one) => one.type === type);
  await until('the live channel', () => frame('authenticated'));
  const startMs = performance.now();
  const since = () => performance.now() - startMs;
  // The first lead may arrive before the response, so both are awaited at the same time.
  const answered = visitor.get(z.unknown(), '/api/leads/scan/start', post());
  const firstLeadMs = await until('the first lead', () => frame('new_lead') && since(), 60_000, 2);
  const completeMs = await until('the end of the scan', () => frame('scan_complete') && since(), 60_000, 2);
  await answered;
  live.close();
  return { firstLeadMs, completeMs };
}

function row(name: string, { firstLeadMs, completeMs }: Figures, base: Figures): string[] {
  const p95 = percentile(firstLeadMs, 95);
  return [
    name,
    percentile(firstLeadMs, 50).toFixed(0),
    p95.toFixed(0),
    Math.max(...firstLeadMs).toFixed(0),
    (p95 / percentile(base.firstLeadMs, 95)).toFixed(1),
    percentile(completeMs, 50).toFixed(0),
  ];
}
