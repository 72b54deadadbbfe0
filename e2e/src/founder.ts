import { until } from '@earshot/core/testing';
import { type Lead, leadList, subreddit } from '@earshot/proto/http/lead';
import { type RedditAccount, redditAccount } from '@earshot/proto/http/outreach';
import { type ScanJob, scanJob } from '@earshot/proto/http/scan';
import { z } from 'zod';
import { business } from './set-up.ts';
import { Visitor } from './visitor.ts';

/** A member who has completed the main job once, and the results. */
export interface Founder {
  readonly visitor: Visitor & { readonly userId: string };
  readonly job: ScanJob;
  /** Best first. */
  readonly leads: readonly [Lead, Lead, ...Lead[]];
  readonly communityId: string;
}

const started = z.object({ jobId: z.string() });

/** Registers, describes the business, watches a community of the sandbox and scans it to the end. */
export async function founder(url: string, email?: string): Promise<Founder> {
  const visitor = await Visitor.registered(url, email);
  await visitor.ask('/api/configuration', {
    method: 'POST',
    body: { businessDescription: business, searchStrategy: 'broad', scanFrequency: 'manual' },
  });
  const { id } = await visitor.get(subreddit, '/api/subreddits', { method: 'POST', body: { name: 'freelance' } });
  const job = await scanToEnd(visitor);
  const [first, second, ...rest] = (await visitor.get(leadList, '/api/leads?limit=100&sortBy=score-high')).leads;
  if (first === undefined || second === undefined)
    throw new Error(`the scan found fewer than two leads: ${JSON.stringify(job)}`);
  return { visitor, job, leads: [first, second, ...rest], communityId: id };
}

/** Starts a scan and resolves with the job when it has ended. */
export async function scanToEnd(visitor: Visitor): Promise<ScanJob> {
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', { method: 'POST' });
  return until('the scan to end', async () => {
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return job.completedAt === null ? null : job;
  });
}

/** Links a sandbox account as a browser does: opens the authorization page, allows access and returns. */
export async function linkAccount(visitor: Visitor, username: string): Promise<RedditAccount> {
  const away = await visitor.ask('/api/reddit/link');
  const page = new URL(away.headers.get('location') ?? '', visitor.url);
  const form = new URLSearchParams(page.searchParams);
  form.set('account', username);
  form.set('authorize', 'Allow');
  const allowed = await visitor.ask(page.pathname, {
    method: 'POST',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(visitor.url).origin },
  });
  const back = new URL(allowed.headers.get('location') ?? '', visitor.url);
  const ended = await visitor.ask(back.pathname + back.search);
  const accounts = await visitor.get(z.array(redditAccount), '/api/reddit/accounts');
  const linked = accounts.find((account) => account.username === username);
  if (linked === undefined) throw new Error(`not linked; it ended at ${ended.headers.get('location')}`);
  return linked;
}
