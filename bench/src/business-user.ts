import { until } from '@earshot/core/testing';
import { type ScanJob, scanJob } from '@earshot/proto/http/scan';
import type { SearchStrategy, SourceId } from '@earshot/proto/values';
import { z } from 'zod';
import { Visitor } from '../../e2e/src/visitor.ts';

const started = z.object({ jobId: z.string() });

/** The business of every user who scans. */
export const description =
  'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send proposals, ' +
  'track time, collect deposits and chase clients who do not pay.';

/** Registers a user with this business, without a daily limit and with manual scans. */
export async function businessUser(
  url: string,
  searchStrategy: SearchStrategy,
): Promise<Visitor & { readonly userId: string }> {
  const visitor = await Visitor.registered(url);
  const settings = { searchStrategy, maxLeadsPerScan: 100, scanFrequency: 'manual' };
  await must(visitor, '/api/configuration', { businessDescription: description, ...settings });
  await must(visitor, '/api/user-preferences', { maxLeadsPerDay: 1000 });
  return visitor;
}

/** Adds communities of one source. */
export async function addCommunities(visitor: Visitor, names: readonly string[], source?: SourceId): Promise<void> {
  for (const name of names) await must(visitor, '/api/subreddits', { name, ...(source !== undefined && { source }) });
}

/** Scans and resolves with the ended job. Looks rarely, so that this costs the server little. */
export async function scanOnce(visitor: Visitor): Promise<ScanJob> {
  const { jobId } = await visitor.get(started, '/api/leads/scan/start', { method: 'POST' });
  const look = async () => {
    const job = await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`);
    return job.completedAt === null ? null : job;
  };
  return until('the scan to end', look, 600_000, 200);
}

async function must(visitor: Visitor, path: string, body: unknown): Promise<void> {
  const { status, body: answer } = await visitor.ask(path, { method: 'POST', body });
  if (status >= 300) throw new Error(`${path} returned ${status}: ${JSON.stringify(answer)}`);
}
