import type { Lead, LeadList } from '@earshot/proto/http/lead';
import type { LeadStatus } from '@earshot/proto/values';
import type { QueryClient } from '@tanstack/react-query';
import { leadQuery } from './get-lead.ts';
import { leadListsKey } from './list-leads.ts';

/** Sets the status of a lead wherever it is cached. It stays in its place until the list is read again. */
export function patchLeadStatus(queryClient: QueryClient, id: string, status: LeadStatus): void {
  queryClient.setQueriesData<LeadList>({ queryKey: leadListsKey }, (list) => {
    if (!list?.leads.some((lead) => lead.id === id && lead.status !== status)) return list;
    return { ...list, leads: list.leads.map((lead) => (lead.id === id ? { ...lead, status } : lead)) };
  });
  queryClient.setQueryData<Lead>(leadQuery(id).queryKey, (lead) => lead && { ...lead, status });
}

/** Shows the new score of a lead at once; what it is made of is read again with the lead. */
export function patchLeadScore(queryClient: QueryClient, id: string, score: string): void {
  queryClient.setQueriesData<LeadList>({ queryKey: leadListsKey }, (list) => {
    if (!list?.leads.some((lead) => lead.id === id)) return list;
    return { ...list, leads: list.leads.map((lead) => (lead.id === id ? { ...lead, score } : lead)) };
  });
  void queryClient.invalidateQueries({ queryKey: leadQuery(id).queryKey });
}
