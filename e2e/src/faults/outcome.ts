import { until } from '@earshot/core/testing';
import { leadList } from '@earshot/proto/http/lead';
import { type ScanJob, scanJob } from '@earshot/proto/http/scan';
import { isDeepStrictEqual } from 'node:util';
import type { Visitor } from '../visitor.ts';

/** The result of a scan. Every run on the same data must give the same result, however often the process was killed. */
export interface Outcome {
  readonly job: Pick<ScanJob, 'status' | 'newLeadsFound' | 'subredditsScanned' | 'totalThreads' | 'processedThreads'>;
  readonly funnel: ScanJob['funnel'];
  /** The posts that became leads, sorted. A duplicate lead appears twice. */
  readonly leads: readonly string[];
}

/** Waits for the end of the job, at most `withinMs`, polling every `everyMs`. */
export async function outcomeOf(
  visitor: Pick<Visitor, 'get'>,
  jobId: string,
  withinMs: number,
  everyMs = 10,
): Promise<Outcome> {
  const look = async () => {
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return job.status === 'pending' || job.status === 'processing' ? null : job;
  };
  const { funnel, ...job } = await until('the scan to end', look, withinMs, everyMs);
  const { status, newLeadsFound, subredditsScanned, totalThreads, processedThreads } = job;
  return {
    job: { status, newLeadsFound, subredditsScanned, totalThreads, processedThreads },
    funnel,
    leads: await allLeads(visitor),
  };
}

/** The posts of a user's leads, sorted. */
async function allLeads(visitor: Pick<Visitor, 'get'>): Promise<string[]> {
  const posts: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await visitor.get(leadList, `/api/leads?limit=100&page=${page}`);
    pages = list.totalPages;
    posts.push(...list.leads.map(({ redditPostId }) => redditPostId));
  }
  return posts.sort();
}

/** Describes the differences from the undisturbed scan, and every inconsistency within the outcome. */
export function differences(expected: Outcome, { job, funnel, leads }: Outcome): string[] {
  const wrong: string[] = [];
  const claim = (what: string, holds: boolean, facts: unknown) => {
    if (!holds) wrong.push(`${what}: ${JSON.stringify(facts)}`);
  };
  claim('the job', isDeepStrictEqual(job, expected.job), { job, expected: expected.job });
  claim('the funnel', isDeepStrictEqual(funnel, expected.funnel), { funnel, expected: expected.funnel });
  claim('newLeadsFound is no count of the leads', job.newLeadsFound === leads.length, [
    job.newLeadsFound,
    leads.length,
  ]);
  claim('a lead twice', new Set(leads).size === leads.length, leads);
  // With a cap, the order of reading decides which posts become leads, but not how many.
  if (expected.funnel.capped === 0) {
    const missing = expected.leads.filter((lead) => !leads.includes(lead));
    claim('leads lost', missing.length === 0, missing);
    const extra = leads.filter((lead) => !expected.leads.includes(lead));
    claim('leads too many', extra.length === 0, extra);
  }
  const { known, stale, filtered, scored, unscored, belowThreshold, capped, created, duplicate, pending } = funnel;
  claim('fetched does not add up', funnel.fetched === known + stale + filtered + scored + unscored, funnel);
  claim('scored does not add up', scored === belowThreshold + capped + created + duplicate + pending, funnel);
  return wrong;
}
