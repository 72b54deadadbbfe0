import { leadContract } from '@earshot/proto/http/lead';
import { matchQuery, type QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

/** One lead, even if no list contains it. */
export const leadQuery = (id: string) =>
  callQuery(leadContract.getLead, { input: { params: { id } }, key: [id], refetchOnMount: 'always' });

/** Calls back when the cached answer of a `leadQuery` has changed; returns the function that stops watching. */
export function watchLeads(queryClient: QueryClient, onChange: () => void): () => void {
  return queryClient.getQueryCache().subscribe((event) => {
    const isLead = matchQuery({ queryKey: [leadContract.getLead.path] }, event.query);
    if (isLead && event.type === 'updated' && event.action.type === 'success') onChange();
  });
}
