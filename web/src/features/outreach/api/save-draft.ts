import { draftContract, type SavedDraft } from '@earshot/proto/http/drafts';
import type { Lead } from '@earshot/proto/http/lead';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api-client.ts';
import { adoptSaved, noteSaved, unsavedOf } from '../draft-saving.ts';
import { type Draft, draftOf } from '../drafts.ts';

/** A pause in writing after which the text is saved. */
const pauseMs = 600;

/** The saved texts for a lead. Refetched whenever its composer opens, because another browser may have changed them. */
const draftsOfLead = (leadId: string) =>
  queryOptions<SavedDraft[]>({
    queryKey: [draftContract.listDrafts.path, leadId],
    queryFn: ({ signal }) => call(draftContract.listDrafts, { query: { leadId }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

/**
 * Loads the saved texts for a lead into its composer, and saves what the user writes: after a short pause, and when the
 * composer closes. `load` and `save` report their errors. A text that could not be saved stays in the tab and is saved
 * with the next change, or when the composer opens again.
 */
export function useSavedDraft(lead: Lead, draft: Draft) {
  const load = useQuery(draftsOfLead(lead.id));
  const { data, isFetching } = load;
  useEffect(() => {
    if (data && !isFetching) adoptSaved(lead, data);
  }, [lead, data, isFetching]);
  const save = useMutation({
    mutationFn: async () => {
      for (const body of unsavedOf(lead.id, draftOf(lead))) {
        await call(draftContract.saveDraft, { params: { id: lead.id }, body });
        noteSaved(lead.id, body);
      }
    },
  });
  const { mutate, isPending } = save;
  const isUnsaved = !isFetching && unsavedOf(lead.id, draft).length > 0;
  useEffect(() => {
    if (!isUnsaved || isPending) return undefined;
    const timer = setTimeout(mutate, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, isUnsaved, isPending, mutate]);
  useFlush(() => {
    if (isUnsaved) mutate();
  });
  return { load, save };
}

/** Calls the function when the page is hidden, and when the component goes. */
function useFlush(flush: () => void): void {
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') latest.current();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      latest.current();
    };
  }, []);
}
