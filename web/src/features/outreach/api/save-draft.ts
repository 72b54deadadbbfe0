import { draftContract } from '@earshot/proto/http/drafts';
import type { Lead } from '@earshot/proto/http/lead';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { unsavedOf, withAnswer, withSaved } from '../draft-saving.ts';
import { changeDraft, type Draft, draftOf, type Writer } from '../drafts.ts';

/** A pause in writing after which the text is saved. */
const pauseMs = 600;

const turns = new Map<string, Promise<unknown>>();

/** Runs loads and saves of a lead one after another, so that a load never brings back what a save replaced meanwhile. */
function inTurn<T>(leadId: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(leadId) ?? Promise.resolve()).then(work, work);
  turns.set(leadId, turn);
  return turn;
}

async function saveTexts(lead: Writer): Promise<void> {
  for (const text of unsavedOf(draftOf(lead))) {
    const { messageType, basedOn } = text;
    const { ownTone, ...content } = text.content;
    const body = { ...content, ...(ownTone !== null && { ownTone }), messageType, basedOn };
    const answer = await call(draftContract.saveDraft, { params: { id: lead.id }, body });
    changeDraft(lead, (old) => withAnswer(old, text, answer));
  }
}

/**
 * Loads the saved texts for a lead into its composer, once for each answer. Refetched whenever the composer opens or the
 * page is looked at again, because another tab or browser may have changed them.
 */
const draftsOfLead = (lead: Writer) =>
  queryOptions({
    queryKey: [draftContract.listDrafts.path, lead.id],
    queryFn: ({ signal }) =>
      inTurn(lead.id, async () => {
        // A text may have been recorded as sent before this tab saved it. Saving it now tells.
        await saveTexts(lead).catch(() => undefined);
        const saved = await call(draftContract.listDrafts, { query: { leadId: lead.id }, signal });
        changeDraft(lead, (old) => withSaved(old, saved));
        return saved;
      }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });

/**
 * Loads the saved texts for a lead into its composer, and saves what the user writes: after a short pause, and when the
 * composer closes. `load` and `save` report their errors. A text that could not be saved stays in the tab and is saved
 * with the next change, or when the composer opens again.
 */
export function useSavedDraft(lead: Lead, draft: Draft) {
  const queryClient = useQueryClient();
  const load = useQuery(draftsOfLead(lead));
  const { isFetching, refetch } = load;
  const save = useMutation({
    mutationFn: (_draft: Draft) => inTurn(lead.id, () => saveTexts(lead)),
    onError: (error) => {
      if (error instanceof ApiError && error.body?.code === 'draft.changed') void refetch();
    },
    // The composer owns its own query, so only the list of all drafts is refetched.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [draftContract.listDrafts.path], exact: true }),
  });
  const { mutate, isPending, isError, variables } = save;
  const isUnsaved = !isFetching && unsavedOf(draft).length > 0;
  const hasFailed = isError && variables === draft;
  useEffect(() => {
    if (!isUnsaved || isPending || hasFailed) return undefined;
    const timer = setTimeout(() => mutate(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft, isUnsaved, isPending, hasFailed, mutate]);
  useFlush(() => {
    if (isUnsaved) mutate(draft);
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
