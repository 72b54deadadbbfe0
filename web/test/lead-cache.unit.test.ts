import type { Lead } from '@earshot/proto/http/lead';
import { afterEach, expect, it } from '@jest/globals';
import { leadQuery, watchLeads } from '../src/features/leads/api/get-lead.ts';
import { patchLead } from '../src/features/leads/api/lead-cache.ts';
import { leadsQuery } from '../src/features/leads/api/list-leads.ts';
import { noFilters } from '../src/features/leads/filters.ts';
import { createQueryClient } from '../src/lib/query-client.ts';
import { createToaster } from '../src/lib/toaster.ts';
import { aLead } from './a-lead.ts';

const askServer = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = askServer;
});

/** Fetches the new leads, which the server answers with these. */
async function fetched(client: ReturnType<typeof createQueryClient>, leads: readonly Lead[]): Promise<void> {
  globalThis.fetch = () => Promise.resolve(Response.json({ leads, total: leads.length, totalPages: 1 }));
  await client.fetchQuery({ ...leadsQuery({ ...noFilters, status: 'new' }, false), staleTime: 0 });
}

it('a change that becomes known after the lead has left the list is known of the lead', async () => {
  const client = createQueryClient({ toaster: createToaster(), onSignedOut: () => {} });
  const [stays, leaves] = [aLead('a'), aLead('b')];
  await fetched(client, [stays, leaves]);
  await fetched(client, [stays]);
  let changes = 0;
  const stop = watchLeads(client, () => changes++);
  patchLead(client, 'a', { status: 'contacted' });
  expect(changes).toBe(0);
  patchLead(client, 'b', { status: 'skipped' });
  expect(changes).toBe(1);
  stop();
  expect(client.getQueryData(leadQuery('a').queryKey)).toBeUndefined();
  expect(client.getQueryData(leadQuery('b').queryKey)?.status).toBe('skipped');
});
