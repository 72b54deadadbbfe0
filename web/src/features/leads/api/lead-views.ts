import { type LeadView, viewContract, type ViewFilters } from '@earshot/proto/http/lead-views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { viewTexts as texts } from '../view-texts.ts';

/** The saved views of the account. Another browser may have changed them, so they are refetched each time they are shown. */
export const viewsQuery = callQuery(viewContract.listViews, { refetchOnMount: 'always' });

interface NewFilters {
  readonly view: LeadView;
  readonly filters: ViewFilters;
}

/** Saves, updates, renames and deletes views. Each reports its result; an update and a deletion can be undone. */
export function useViews() {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });
  const onError = (error: unknown) => {
    if (isSignedOut(error)) return;
    toaster.show({ kind: 'destructive', title: texts.failed, description: messageOf(error) });
  };
  const save = useMutation({
    mutationFn: (body: { readonly name: string; readonly filters: ViewFilters }) =>
      call(viewContract.addView, { body }),
    onSuccess: ({ name }) => toaster.show({ kind: 'success', ...texts.saved(name) }),
    onError,
    onSettled,
  });
  const update = useMutation<LeadView, Error, NewFilters>({
    mutationFn: ({ view: { id }, filters }) => call(viewContract.changeView, { params: { id }, body: { filters } }),
    onSuccess: (updated, { view: before }) => {
      const run = () => update.mutate({ view: updated, filters: before.filters });
      const action = { label: texts.undo, altText: texts.undoUpdateOtherwise, run };
      toaster.show({ kind: 'success', ...texts.updated(updated.name), action });
    },
    onError,
    onSettled,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: Pick<LeadView, 'id' | 'name'>) =>
      call(viewContract.changeView, { params: { id }, body: { name } }),
    onSuccess: ({ name }) => toaster.show({ kind: 'success', ...texts.renamed(name) }),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: LeadView) => call(viewContract.deleteView, { params: { id } }),
    onSuccess: (_, { name, filters }) => {
      const run = () => save.mutate({ name, filters });
      const action = { label: texts.undo, altText: texts.undoOtherwise, run };
      toaster.show({ kind: 'success', ...texts.deleted(name), action });
    },
    onError,
    onSettled,
  });
  return { save, update, rename, remove };
}
