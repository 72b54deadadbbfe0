import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { fieldErrors, isSignedOut, messageOf, without } from './api-error.ts';
import { type FormDraft, formDraft } from './form-draft.ts';
import { changeIn, differing, type Edits, editsSince, type FormValues, overtakenBy, withEdits } from './form-edits.ts';
import { useToaster } from './toaster-context.ts';
import { useTabNews } from './use-tab-news.ts';

export type FieldErrors = Readonly<Record<string, string>>;

/** A resource of the user that is loaded and edited as a form. Define it once, outside of components. */
export interface SavedResource<S extends { readonly userId: string }, V extends FormValues> {
  /** Identifies it among stored drafts and in messages between tabs. */
  readonly name: string;
  readonly query: UseQueryOptions<S, Error, S>;
  readonly valuesOf: (saved: S) => V;
  /** Saves the edited fields. `values` are all fields: those that were not edited are as they were saved a moment before. */
  readonly save: (change: Partial<V>, values: V) => Promise<S>;
  /** Validates before saving; returns errors by field. */
  readonly check?: (values: V) => FieldErrors;
  /** Other queries whose answers depend on it: they are refetched after saving. */
  readonly changes: readonly QueryKey[];
  /** The toast after saving. */
  readonly successToast: { readonly title: string; readonly description: string };
}

export interface ReadyForm<S, V> {
  readonly status: 'ready';
  readonly saved: S;
  readonly values: V;
  readonly errors: FieldErrors;
  /** Why the last save failed; null once it is tried again or the form changes. */
  readonly problem: Error | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Edited fields that were saved with a different value elsewhere. The edits are kept, and the next save overwrites that value. */
  readonly overtaken: readonly string[];
  /** Edits from before a reload or the end of a session can be restored. */
  readonly hasDraft: boolean;
  readonly set: (change: Partial<V>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly restoreDraft: () => void;
  readonly dropDraft: () => void;
}

export type SavedForm<S, V> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void }
  | ReadyForm<S, V>;

/**
 * A form over a saved resource. Unchanged fields follow the saved values, also those of other tabs; edits are kept until
 * they are saved or discarded. Toasts report success and failure; errors of fields are shown next to them.
 * See docs/decisions/0063-one-saved-form-hook.md.
 */
export function useSavedForm<S extends { readonly userId: string }, V extends FormValues>(
  resource: SavedResource<S, V>,
): SavedForm<S, V> {
  const { data, error, refetch } = useQuery(resource.query);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { edits, latest, keep, offered, forget } = useEdits(resource, data);
  const saving = useSave(resource, { data, latest, keep, setErrors });
  if (data === undefined) {
    return error ? { status: 'failed', error, retry: () => void refetch() } : { status: 'loading' };
  }
  const saved = resource.valuesOf(data);
  const values = withEdits(saved, edits);
  const startOver = (next: Edits<V> | null) => {
    keep(next);
    setErrors({});
  };
  return {
    status: 'ready',
    saved: data,
    values,
    errors,
    problem: isSignedOut(saving.error) ? null : saving.error,
    isDirty: differing(values, saved).length > 0,
    isSaving: saving.isPending,
    overtaken: overtakenBy(saved, edits),
    hasDraft: offered !== null,
    set: (change) => {
      const before = latest.current;
      keep({ base: before?.base ?? saved, values: { ...withEdits(saved, before), ...change } });
      setErrors((now) => without(now, ...Object.keys(change)));
      if (saving.isError) saving.reset();
    },
    save: () => {
      const wrong = resource.check?.(values) ?? {};
      setErrors(wrong);
      if (!showFirst(wrong) && !saving.isPending) saving.mutate();
    },
    discard: () => startOver(null),
    restoreDraft: () => {
      if (offered) startOver({ base: offered.base, values: withEdits(offered.values, edits) });
      forget();
    },
    dropDraft: () => {
      if (edits === null) keep(null);
      forget();
    },
  };
}

/** The edits, also stored for this tab; `offered` are edits that were found in the storage. */
function useEdits<S extends { readonly userId: string }, V extends FormValues>(
  { name, valuesOf }: SavedResource<S, V>,
  data: S | undefined,
) {
  const [edits, setEdits] = useState<Edits<V> | null>(null);
  const [answered, setAnswered] = useState(false);
  const latest = useRef<Edits<V> | null>(null);
  const userId = data?.userId;
  const found = useMemo(() => {
    if (data === undefined) return null;
    const draft: FormDraft<V> = formDraft(name, data.userId, valuesOf(data));
    return { draft, kept: draft.read() };
    // Reads the storage once for each user, not whenever the saved values change.
  }, [name, userId]);
  const keep = (next: Edits<V> | null) => {
    latest.current = next;
    setEdits(next);
    found?.draft.write(next);
  };
  const storedDraft = answered ? null : (found?.kept ?? null);
  const saved = data && valuesOf(data);
  const isNews = saved && storedDraft && differing(withEdits(saved, storedDraft), saved).length > 0;
  return { edits, latest, keep, offered: isNews ? storedDraft : null, forget: () => setAnswered(true) };
}

interface SaveParts<S, V> {
  readonly data: S | undefined;
  readonly latest: React.RefObject<Edits<V> | null>;
  readonly keep: (edits: Edits<V> | null) => void;
  readonly setErrors: (errors: FieldErrors) => void;
}

/** Loads the latest values before saving, so that changes of another tab or device are not overwritten unnoticed. */
function useSave<S extends { readonly userId: string }, V extends FormValues>(
  { name, query, valuesOf, save, changes, successToast }: SavedResource<S, V>,
  { data, latest, keep, setErrors }: SaveParts<S, V>,
) {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const notifyTabs = useTabNews(name, () => void queryClient.invalidateQueries({ queryKey: query.queryKey }));
  return useMutation({
    mutationFn: async () => {
      const fresh = valuesOf(await queryClient.fetchQuery({ ...query, staleTime: 0 }));
      const shown = data && valuesOf(data);
      const isNews = (field: string) => fresh[field] !== shown?.[field];
      // Now the form shows the conflict; saving again overwrites it deliberately.
      if (overtakenBy(fresh, latest.current).some(isNews)) return;
      const sent = withEdits(fresh, latest.current);
      const saved = await save(latest.current === null ? {} : changeIn(latest.current), sent);
      keep(editsSince(withEdits(fresh, latest.current), sent, valuesOf(saved)));
      queryClient.setQueryData(query.queryKey, saved);
      for (const queryKey of changes) void queryClient.invalidateQueries({ queryKey });
      notifyTabs();
      toaster.show({ kind: 'success', ...successToast });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const wrong = fieldErrors(error);
      setErrors(wrong);
      showFirst(wrong);
      toaster.show({ kind: 'destructive', title: 'Save Failed', description: messageOf(error) });
    },
  });
}

/** Focuses the first field with an error; a control's id is the name of its field. */
function showFirst(errors: FieldErrors): boolean {
  const [first] = Object.keys(errors);
  if (first === undefined) return false;
  document.getElementById(first)?.focus();
  return true;
}
