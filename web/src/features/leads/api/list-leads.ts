import { leadContract, type LeadList } from '@earshot/proto/http/lead';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { leadsPageSize } from '@earshot/proto/values';
import { call } from '../../../lib/api-client.ts';
import { type LeadFilters, listQuery } from '../filters.ts';

/** The key prefix of all lead lists. */
export const leadListsKey = [leadContract.listLeads.path] as const;

const pollWhileScanningMs = 5000;

/** One page of leads. */
export const leadsQuery = (filters: LeadFilters, isScanning: boolean) => {
  const query = { ...listQuery(filters), page: filters.page, limit: leadsPageSize };
  return queryOptions<LeadList>({
    queryKey: [...leadListsKey, query],
    queryFn: ({ signal }) => call(leadContract.listLeads, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isScanning ? pollWhileScanningMs : false,
    refetchOnMount: 'always',
  });
};
