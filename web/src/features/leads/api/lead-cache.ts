import type { Lead, LeadList } from '@earshot/proto/http/lead';
import type { QueryClient } from '@tanstack/react-query';
import { leadQuery } from './get-lead.ts';
import { leadListsKey } from './list-leads.ts';

/** Facts of a lead that can change outside of a list's answer. */
type LeadFacts = Partial<Pick<Lead, 'status' | 'rating'>>;

/** Updates a lead wherever it is cached. Its position stays until the list is refetched. */
export function patchLead(queryClient: QueryClient, id: string, facts: LeadFacts): void {
  const isNews = (lead: Lead) =>
    lead.id === id &&
    ((facts.status !== undefined && facts.status !== lead.status) ||
      (facts.rating !== undefined && facts.rating !== lead.rating));
  queryClient.setQueriesData<LeadList>({ queryKey: leadListsKey }, (list) => {
    if (!list?.leads.some(isNews)) return list;
    return { ...list, leads: list.leads.map((lead) => (isNews(lead) ? { ...lead, ...facts } : lead)) };
  });
  queryClient.setQueryData<Lead>(leadQuery(id).queryKey, (lead) => lead && { ...lead, ...facts });
}

/** Shows a lead's new score at once; its parts are refetched with the lead. */
export function patchLeadScore(queryClient: QueryClient, id: string, score: string): void {
  queryClient.setQueriesData<LeadList>({ queryKey: leadListsKey }, (list) => {
    if (!list?.leads.some((lead) => lead.id === id)) return list;
    return { ...list, leads: list.leads.map((lead) => (lead.id === id ? { ...lead, score } : lead)) };
  });
  void queryClient.invalidateQueries({ queryKey: leadQuery(id).queryKey });
}
