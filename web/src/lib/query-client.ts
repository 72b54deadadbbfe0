import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './api-error.ts';
import { dismissError, type Toaster } from './toaster.ts';

interface Options {
  readonly toaster: Pick<Toaster, 'current' | 'dismiss'>;
  /** Called for every 401 of a session. */
  readonly onSignedOut: () => void;
}

/** No retry, never stale, no refetch on focus (specification, section 7). An action that succeeds removes the toast of an earlier error. */
export function createQueryClient({ toaster, onSignedOut }: Options): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError, onSuccess: () => dismissError(toaster) }),
    defaultOptions: {
      queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
