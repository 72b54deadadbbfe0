import { type Lead, leadContract, type LeadList } from '@earshot/proto/http/lead';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { leadsPageSize } from '@earshot/proto/values';
import { call } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type LeadFilters, listQuery } from '../filters.ts';
import { leadQuery } from './get-lead.ts';

/** The key prefix of all lead lists. */
export const leadListsKey = [leadContract.listLeads.path] as const;

const pollWhileScanningMs = 5000;

const pageQuery = (filters: LeadFilters) => ({ ...listQuery(filters), page: filters.page, limit: leadsPageSize });

/**
 * One page of leads. A page whose predecessor is cached continues after it: no lead is repeated or missed if leads come
 * or go meanwhile, and the server need not skip. Other pages are read by their number.
 */
export const leadsQuery = (filters: LeadFilters, isScanning: boolean) => {
  const query = pageQuery(filters);
  const before = [...leadListsKey, pageQuery({ ...filters, page: filters.page - 1 })];
  const read = async (client: QueryClient, signal: AbortSignal) => {
    const after = client.getQueryData<LeadList>(before)?.next;
    const byNumber = () => call(leadContract.listLeads, { query, signal });
    if (after === undefined) return byNumber();
    const answer = await call(leadContract.listLeads, { query: { ...query, after }, signal }).catch(nullIfRefused);
    // Leads that moved to pages before leave nothing after the position, although the page exists.
    return answer === null || answer.leads.length === 0 ? byNumber() : answer;
  };
  return queryOptions<LeadList>({
    queryKey: [...leadListsKey, query],
    queryFn: async ({ client, signal, queryKey }) => {
      const answer = await read(client, signal);
      keepLeft(client, client.getQueryData<LeadList>(queryKey), answer);
      return answer;
    },
    placeholderData: keepPreviousData,
    refetchInterval: isScanning ? pollWhileScanningMs : false,
  });
};

/**
 * Leads that left the list may still be shown. From now on their own queries hold them, so that changes that become
 * known later have a place.
 */
function keepLeft(client: QueryClient, before: LeadList | undefined, { leads }: LeadList): void {
  const listed = new Set(leads.map(({ id }) => id));
  for (const lead of before?.leads ?? []) {
    if (!listed.has(lead.id)) client.setQueryData<Lead>(leadQuery(lead.id).queryKey, (known) => known ?? lead);
  }
}

/** The server refuses positions after its key was replaced. */
function nullIfRefused(error: unknown): null {
  if (error instanceof ApiError && error.body?.fields?.['after'] !== undefined) return null;
  throw error;
}
