import { embeddedKeyValue } from '@earshot/service-kit';
import type { SiteBudget } from '../src/define-source.ts';
import type { SourceMetrics } from '../src/source-metrics.ts';
import { createLogger, type KeyValue } from '@earshot/core';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { redditAccounts } from '../src/reddit/accounts.ts';
import { redditSource } from '../src/reddit/source.ts';
import { type FakeSite, fakeSite, type SiteReply } from './fake-site.ts';

export const start = new Date('2026-11-21T12:00:00Z').getTime();
const post = {
  name: 't3_abc1',
  subreddit: 'smallbusiness',
  title: 'Which CRM & why?',
  selftext: 'We are <5 people.',
  author: 'jo',
  permalink: '/r/smallbusiness/comments/abc1/which_crm_why/',
  score: 3,
  num_comments: 2,
  created_utc: start / 1000 - 60,
};
export const t3 = (fields: object = {}) => ({ kind: 't3', data: { ...post, ...fields } });
export const page = (children: unknown[], after: string | null = null) => ({
  kind: 'Listing',
  data: { after, children },
});
export const ok: SiteReply = { body: page([t3()]) };

const open: { stop(): Promise<void> }[] = [];
/** Stops everything that a test opened. */
export async function closeAll(): Promise<void> {
  for (const resource of open.splice(0)) await resource.stop();
}

type Reply = Parameters<typeof fakeSite>[0];
type Token = Parameters<typeof fakeSite>[1];
export async function siteOf(reply: Reply, token?: Token): Promise<FakeSite> {
  const site = await fakeSite(reply, token);
  open.push(site);
  return site;
}

interface Options {
  clock?: { now(): Date };
  kv?: KeyValue;
  lines?: string[];
  timeoutMs?: number;
  metrics?: SourceMetrics;
  budget?: SiteBudget;
}

const fetcher = openOutbound(allowedOutside.parse('')).trusted;

/** A short timeout if the site never answers, otherwise one that is long enough for a busy machine. */
export const patience = (reply: SiteReply) => ({ timeoutMs: reply.body === undefined ? 2_000 : 10_000 });

export function clientOf(site: FakeSite, options: Options = {}) {
  const clock = options.clock ?? { now: () => new Date(start) };
  const kv = options.kv ?? keyValue(clock);
  const stream = { write: (line: string) => void options.lines?.push(line) };
  const log = createLogger({ name: 'platform', level: 'warn', stream });
  return redditSource({
    authUrl: () => site.url,
    apiUrl: () => site.url,
    clientId: 'client',
    clientSecret: 'secret',
    userAgent: 'server:earshot:v1 (by /u/earshot)',
    fetcher,
    ...(options.budget !== undefined && { budget: options.budget }),
    kv,
    clock,
    log,
    timeoutMs: options.timeoutMs ?? 10_000,
    ...(options.metrics !== undefined && { metrics: options.metrics }),
  });
}

/** The same site for linked accounts, by default without a configured address of Earshot. */
export function accountsAt(
  site: FakeSite,
  options: Omit<Options, 'lines'> & { ownUrl?: string; reddit?: boolean } = {},
) {
  const clock = options.clock ?? { now: () => new Date(start) };
  return redditAccounts({
    authUrl: () => site.url,
    apiUrl: () => site.url,
    browserUrl: (origin) => (options.reddit === true ? 'https://www.reddit.com' : `${origin ?? ''}/sandbox`),
    sandboxPath: options.reddit === true ? null : '/sandbox',
    ownUrl: options.ownUrl,
    clientId: 'client',
    clientSecret: 'secret',
    userAgent: 'server:earshot:v1 (by /u/earshot)',
    fetcher,
    log: createLogger({ name: 'platform', level: 'silent' }),
    kv: options.kv ?? keyValue(clock),
    clock,
    timeoutMs: options.timeoutMs ?? 10_000,
  });
}

export function keyValue(clock: { now(): Date }) {
  const kv = embeddedKeyValue({ clock });
  open.push(kv);
  return kv;
}

export const newest = { after: null, limit: 100 };
