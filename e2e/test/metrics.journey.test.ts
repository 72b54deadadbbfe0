import { startAllInOne } from '@earshot/all-in-one/start';
import { figureOf, freePorts, until } from '@earshot/core/testing';
import { leadList, subreddit } from '@earshot/proto/http/lead';
import { generatedMessage } from '@earshot/proto/http/outreach';
import { scanJob } from '@earshot/proto/http/scan';
import { helpOf, type Metric, type MetricKey, metricTable, servicesWith } from '@earshot/proto/metrics';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openLive } from '../src/live.ts';
import { business } from '../src/set-up.ts';
import { Visitor } from '../src/visitor.ts';

const communities = ['freelance', 'smallbusiness'];
const post = (body: unknown) => ({ method: 'POST', body });
const project = new URL('../..', import.meta.url).pathname;

const lines: string[] = [];
let folder: string;
let metricsPort: number;
let product: Awaited<ReturnType<typeof startAllInOne>>;
let visitor: Awaited<ReturnType<typeof Visitor.registered>>;
let job: z.infer<typeof scanJob>;
let leads: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-metrics-'));
  [metricsPort = 0] = await freePorts(1);
  const settings = { PORT: '0', LOG_LEVEL: 'silent', EARSHOT_DATA: folder, METRICS_PORT: String(metricsPort) };
  product = await startAllInOne(settings, project, (line) => lines.push(line));
  visitor = await Visitor.registered(product.url);
  await visitor.ask('/api/configuration', post({ businessDescription: business, searchStrategy: 'broad' }));
  for (const name of communities) await visitor.get(subreddit, '/api/subreddits', post({ name }));
  const live = await openLive(visitor, visitor.userId);
  const { jobId } = await visitor.get(z.object({ jobId: z.string() }), '/api/leads/scan/start', post(undefined));
  job = await until('the scan to end', async () => {
    const now = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return now.status === 'completed' && now;
  });
  await until('the end to be announced', () => live.frames.some((frame) => frame.type === 'scan_complete'));
  const list = await visitor.get(leadList, '/api/leads?limit=1');
  leads = list.total;
  const wanted = post({ messageType: 'dm', tone: 'casual', force: true });
  await visitor.get(generatedMessage, `/api/leads/${list.leads[0]?.id ?? ''}/generate-message`, wanted);
  await visitor.ask('/api/waitlist/signup', post({ email: 'somebody@example.com' }));
});

afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

async function scrape(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
}

/** Scrapes until the metric has this value, because counters may lag behind the writes that they count. */
async function scraped(key: MetricKey, labels: Readonly<Record<string, string>>, value: number): Promise<string> {
  return until(`${key} to be ${value}`, async () => {
    const text = await scrape();
    return figureOf(text, key, labels) === value && text;
  });
}

function valuesOf(text: string, { name }: Metric, label: string): Set<string> {
  const found = text.matchAll(new RegExp(`^${name}(?:_count)?\\{[^}]*\\b${label}="([^"]*)"`, 'gm'));
  return new Set([...found].map(([, value = '']) => value));
}

describe('the metrics of the running product', () => {
  it('are those of the table, each with its help, unit and type', async () => {
    const text = await scrape();
    const helps = [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, help]) => `${name} ${help}`);
    const types = [...text.matchAll(/^# TYPE (\S+) (.*)$/gm)].map(([, name, type]) => `${name} ${type}`);
    const table: readonly Metric[] = Object.values(metricTable);
    expect(helps.sort()).toEqual(table.map((one) => `${one.name} ${helpOf(one)}`).sort());
    expect(types.sort()).toEqual(table.map((one) => `${one.name} ${one.type}`).sort());
  });

  it('count one scan as the product itself does', async () => {
    const text = await scraped('scans', { status: 'completed' }, 1);
    const figure = (key: MetricKey, labels: Readonly<Record<string, string>> = {}, part?: string) =>
      figureOf(text, key, labels, part);
    expect(leads).toBeGreaterThan(0);
    expect(figure('scanPosts', { fate: 'created' })).toBe(leads);
    expect(figure('scanPosts')).toBe(job.processedThreads);
    expect(figure('scanTasks', { outcome: 'done' })).toBe(communities.length);
    expect(figure('scansStarted', { by: 'user' })).toBe(1);
    expect(figure('scanSeconds', { status: 'completed' })).toBe(1);
    expect(figure('leadsCreated', { origin: 'scan' })).toBe(leads);
    expect(figure('eventsPublished', { service: 'lead', type: 'lead.created' })).toBe(leads);
    expect(figure('eventsPublished', { service: 'scan', type: 'scan.task-requested' })).toBe(communities.length);
    expect(figure('socketLag', { type: 'lead.created' })).toBe(leads);
    const scored = figure('postsScored', { scorer: 'keyless' });
    expect(scored).toBe(leads + (figure('scanPosts', { fate: 'below' }) ?? 0));
    expect(figure('postsScored', { scorer: 'model' })).toBe(0);
    expect(figure('sourceRequests', { outcome: 'ok' })).toBeGreaterThanOrEqual(communities.length);
    expect(figure('sourceBudget')).toBeGreaterThan(0);
    expect(figure('deadLetters')).toBe(0);
    expect(figure('modelAway')).toBe(0);
  });

  it('count user actions and the results of calls', async () => {
    const text = await scraped('mails', { outcome: 'sent' }, 1);
    expect(figureOf(text, 'accountsCreated', { provider: 'email' })).toBe(1);
    expect(figureOf(text, 'drafts', { author: 'keyless', kind: 'dm' })).toBe(1);
    expect(figureOf(text, 'waitlist')).toBe(1);
    const start = { service: 'scan', method: 'POST', route: '/api/leads/scan/start', status: '202' };
    expect(figureOf(text, 'httpRequestSeconds', start)).toBe(1);
    await fetch(`${product.url}/nothing/${visitor.userId}`);
    const after = await scrape();
    expect(figureOf(after, 'httpRequestSeconds', { route: 'none', status: '404' })).toBeGreaterThanOrEqual(1);
  });

  it('include pools, outboxes, lag and sockets of every service in the table', async () => {
    const text = await scraped('outboxDepth', {}, 0);
    const named = (key: MetricKey) => new Set(servicesWith(metricTable[key]));
    for (const key of ['outboxDepth', 'outboxAge', 'mongoPool', 'sockets'] as const) {
      expect([key, valuesOf(text, metricTable[key], 'service')]).toEqual([key, named(key)]);
    }
    expect(valuesOf(text, metricTable.consumerLag, 'group')).toEqual(named('consumerLag'));
    for (const service of ['gateway', 'realtime']) expect(figureOf(text, 'sockets', { service })).toBe(1);
    for (const service of named('mongoPool')) {
      expect(figureOf(text, 'mongoPool', { service, state: 'open' })).toBeGreaterThanOrEqual(1);
      expect(figureOf(text, 'dependencyUp', { service })).toBe(1);
    }
    for (const state of ['in-use', 'idle', 'waiting']) expect(figureOf(text, 'proxySockets', { state })).toBeDefined();
    expect(figureOf(text, 'passwordHashes', { state: 'waiting' })).toBe(0);
  });

  it('name no user and no community', async () => {
    const text = await scrape();
    for (const name of [visitor.userId, job.id, ...communities]) expect(text).not.toContain(name);
  });
});

it('the start prints a link that makes the signed-in account administrator', async () => {
  const link = lines.flatMap((line) => /open (http\S+\/first-admin)#([\w-]{43})$/.exec(line)?.slice(1) ?? []);
  expect(link).toEqual([`${product.url}/first-admin`, expect.any(String)]);
  const answer = await visitor.ask('/api/auth/first-admin', post({ token: link[1] }));
  expect(answer.status).toBe(200);
  await until('the rights', async () => (await visitor.ask('/api/admin/dashboard')).status === 200);
});
