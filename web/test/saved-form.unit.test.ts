/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type QueryKey, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { ApiError } from '../src/lib/api-error.ts';
import { keptTexts } from '../src/lib/kept-texts.ts';
import { createQueryClient } from '../src/lib/query-client.ts';
import { createToaster } from '../src/lib/toaster.ts';
import { ToasterContext } from '../src/lib/toaster-context.ts';
import { type ReadyForm, type SavedResource, useSavedForm } from '../src/lib/use-saved-form.ts';

interface Saved {
  readonly userId: string;
  readonly words: string;
  readonly limit: number;
}
type Values = { readonly words: string; readonly limit: number };

interface Server {
  saved: Saved;
  failure: Error | null;
  readonly sent: Partial<Values>[];
}

/** A server with one saved resource, which other devices may change too. */
function world(userId = 'u1') {
  const server: Server = { saved: { userId, words: 'first', limit: 10 }, failure: null, sent: [] };
  const answer = async (): Promise<Saved> => {
    if (server.failure) throw server.failure;
    return { ...server.saved };
  };
  const queryKey: QueryKey = ['thing'];
  const query = queryOptions({ queryKey, queryFn: answer });
  const resource: SavedResource<Saved, Values> = {
    name: 'thing',
    query,
    valuesOf: ({ words, limit }) => ({ words, limit }),
    check: ({ words }) => (words === ' ' ? { words: 'Only spaces' } : {}),
    save: async (values) => {
      server.sent.push(values);
      if (values.words === 'refused') throw refused;
      server.saved = { ...server.saved, ...values };
      return answer();
    },
    changes: [['figures of the thing']],
    successToast: { title: 'Thing Saved', description: 'It is.' },
  };
  const signedOut: true[] = [];
  const toaster = createToaster();
  const client = createQueryClient({ toaster, onSignedOut: () => signedOut.push(true) });
  const open = () => {
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, createElement(ToasterContext, { value: toaster }, children));
    const { result, unmount } = renderHook(() => useSavedForm(resource), { wrapper });
    const form = (): ReadyForm<Saved, Values> => {
      if (result.current.status !== 'ready') throw new Error(`the form is ${result.current.status}`);
      return result.current;
    };
    return { result, form, unmount };
  };
  const ready = async () => {
    const opened = open();
    await waitFor(() => opened.form());
    return opened;
  };
  /** Another device saves, and this one refetches. */
  const savedElsewhere = async (change: Partial<Values>) => {
    server.saved = { ...server.saved, ...change };
    await act(() => client.refetchQueries({ queryKey: ['thing'] }));
  };
  return { server, client, toaster, signedOut, open, ready, savedElsewhere };
}

const failure = (status: number, body: object) =>
  new ApiError({ status, statusText: '', text: JSON.stringify({ requestId: 'r', ...body }), needsSession: true });
const refused = failure(400, { code: 'request.invalid', message: 'Not these words', fields: { words: 'Other words' } });

beforeEach(() => keptTexts.forgetAll());

describe('a form over something saved', () => {
  it('reports that it cannot be loaded, and loads on retry', async () => {
    const { server, open } = world();
    server.failure = new TypeError('no answer');
    const { result, form } = open();
    await waitFor(() => expect(result.current.status).toBe('failed'));
    server.failure = null;
    act(() => {
      if (result.current.status === 'failed') result.current.retry();
    });
    await waitFor(() => expect(form().values).toEqual({ words: 'first', limit: 10 }));
  });

  it('is dirty while it differs from the saved values, and equals them after discarding', async () => {
    const { form, unmount } = await world().ready();
    expect(form().isDirty).toBe(false);
    act(() => form().set({ words: 'mine' }));
    expect(form()).toMatchObject({ isDirty: true, values: { words: 'mine', limit: 10 } });
    act(() => form().set({ words: 'first' }));
    expect(form().isDirty).toBe(false);
    act(() => form().set({ limit: 20 }));
    act(() => form().discard());
    expect(form()).toMatchObject({ isDirty: false, values: { limit: 10 } });
    unmount();
  });

  it('saves what the user changed and nothing else, shows a toast and is clean', async () => {
    const { server, toaster, ready } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: 'mine' }));
    act(() => form().save());
    await waitFor(() => expect(form().isDirty).toBe(false));
    expect(server.sent).toEqual([{ words: 'mine' }]);
    await waitFor(() => expect(toaster.current()).toMatchObject({ kind: 'success', title: 'Thing Saved' }));
    unmount();
  });

  it('has the queries that depend on it asked for again', async () => {
    const { client, ready } = world();
    const key = ['figures of the thing', 'today'];
    client.setQueryData(key, 1);
    const { form } = await ready();
    act(() => form().set({ words: 'second' }));
    expect(client.getQueryState(key)?.isInvalidated).toBe(false);
    act(() => form().save());
    await waitFor(() => expect(form().isDirty).toBe(false));
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it('keeps input that arrives during saving', async () => {
    const { server, ready } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: 'mine' }));
    act(() => {
      form().save();
      form().set({ words: 'mine, and more' });
    });
    await waitFor(() => expect(server.saved.words).not.toBe('first'));
    await waitFor(() => expect(form().isSaving).toBe(false));
    expect(form().values.words).toBe('mine, and more');
    unmount();
  });

  it('is not sent while a field is invalid', async () => {
    const { server, ready } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: ' ' }));
    act(() => form().save());
    expect(form().errors).toEqual({ words: 'Only spaces' });
    act(() => form().set({ limit: 20 }));
    expect(form().errors).toEqual({ words: 'Only spaces' });
    act(() => form().set({ words: 'mine' }));
    expect(form().errors).toEqual({});
    expect(server.sent).toEqual([]);
    unmount();
  });

  it('shows an error from the server next to its field, and keeps the edits', async () => {
    const { toaster, ready } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: 'refused' }));
    act(() => form().save());
    await waitFor(() => expect(form().errors).toEqual({ words: 'Other words' }));
    expect(toaster.current()).toMatchObject({
      kind: 'destructive',
      title: 'Save Failed',
      description: 'Not these words',
    });
    expect(form()).toMatchObject({ isDirty: true, isSaving: false, values: { words: 'refused' } });
    unmount();
  });
});

describe('a form that is saved elsewhere too', () => {
  it('follows in fields that were not touched, and saves over none of them', async () => {
    const { server, ready, savedElsewhere } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: 'mine' }));
    await savedElsewhere({ limit: 20 });
    await waitFor(() => expect(form()).toMatchObject({ values: { words: 'mine', limit: 20 }, overtaken: [] }));
    server.saved = { ...server.saved, limit: 30 };
    act(() => form().save());
    await waitFor(() => expect(server.saved).toMatchObject({ words: 'mine', limit: 30 }));
    unmount();
  });

  it('reports an edited field that was also changed elsewhere, keeps the edit, and saves it on the second request', async () => {
    const { server, ready } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: 'mine' }));
    server.saved = { ...server.saved, words: 'theirs' };
    act(() => form().save());
    await waitFor(() => expect(form().overtaken).toEqual(['words']));
    await waitFor(() => expect(form().isSaving).toBe(false));
    expect(form()).toMatchObject({ isDirty: true, values: { words: 'mine' } });
    expect(server.sent).toEqual([]);
    act(() => form().save());
    await waitFor(() => expect(server.saved.words).toBe('mine'));
    await waitFor(() => expect(form()).toMatchObject({ isDirty: false, overtaken: [] }));
    unmount();
  });

  it('takes the others when the edits are discarded', async () => {
    const { ready, savedElsewhere } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: 'mine' }));
    await savedElsewhere({ words: 'theirs' });
    await waitFor(() => expect(form().overtaken).toEqual(['words']));
    act(() => form().discard());
    expect(form()).toMatchObject({ isDirty: false, overtaken: [], values: { words: 'theirs' } });
    unmount();
  });
});

describe('edits of a session that ended', () => {
  const ended = failure(401, { code: 'auth.unauthorized', message: 'Unauthorized' });

  async function leaveUnsaved() {
    const { server, toaster, signedOut, ready } = world();
    const { form, unmount } = await ready();
    act(() => form().set({ words: 'half a thought' }));
    server.failure = ended;
    act(() => form().save());
    await waitFor(() => expect(signedOut.length).toBeGreaterThan(0));
    await waitFor(() => expect(form().isSaving).toBe(false));
    // The hook shows no toast, because other code reports the end of the session.
    expect(toaster.current()).toBeNull();
    unmount();
  }

  it('are offered to their user, taken back, and gone once saved', async () => {
    await leaveUnsaved();
    const { form, unmount } = await world().ready();
    expect(form()).toMatchObject({ hasDraft: true, isDirty: false });
    act(() => form().restoreDraft());
    expect(form()).toMatchObject({ hasDraft: false, isDirty: true, values: { words: 'half a thought' } });
    act(() => form().save());
    await waitFor(() => expect(form().isDirty).toBe(false));
    unmount();
    expect((await world().ready()).form().hasDraft).toBe(false);
  });

  it('are offered no more once they are dropped', async () => {
    await leaveUnsaved();
    const { form, unmount } = await world().ready();
    act(() => form().dropDraft());
    expect(form()).toMatchObject({ hasDraft: false, isDirty: false });
    unmount();
    expect((await world().ready()).form().hasDraft).toBe(false);
  });

  it('are not shown to anybody else', async () => {
    await leaveUnsaved();
    expect((await world('u2').ready()).form().hasDraft).toBe(false);
  });
});
