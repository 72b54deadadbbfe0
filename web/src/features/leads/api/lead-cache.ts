import type { LeadList } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import type { QueryClient } from '@tanstack/react-query';
import { leadListsKey } from './list-leads.ts';

/** Sets the status of a lead in every cached list that shows it. It stays in its place until the list is read again. */
export function patchLeadStatus(queryClient: QueryClient, id: string, status: LeadStatus): void {
  queryClient.setQueriesData<LeadList>({ queryKey: leadListsKey }, (list) => {
    if (!list?.leads.some((lead) => lead.id === id && lead.status !== status)) return list;
    return { ...list, leads: list.leads.map((lead) => (lead.id === id ? { ...lead, status } : lead)) };
  });
}
