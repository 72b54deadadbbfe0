import { leadContract } from '@earshot/proto/http/lead';
import { type SourceId, sourceIds } from '@earshot/proto/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { call } from './api-client.ts';

/** The sources of this installation, the default one first. They change only when it restarts. */
export const sourcesQuery = queryOptions({
  queryKey: [leadContract.listSources.path],
  queryFn: ({ signal }) => call(leadContract.listSources, { signal }),
  staleTime: Infinity,
});

/** The id of a source in an answer, as calls take it; undefined where this version of the app does not know it. */
export const sourceId = (id: string | undefined): SourceId | undefined => sourceIds.find((one) => one === id);

/** Whether the user's communities come from more than one source. */
export const SeveralSourcesContext = createContext(false);

/** Whether what is shown of the user's own data names its source: only where it can be one of several. */
export const useSeveralSources = () => use(SeveralSourcesContext);

/** The sources of this installation, and the one that the user chose among them: at first `initial`, or the default. */
export function useChosenSource(initial = '') {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const [chosen, choose] = useState(initial);
  return { sources, source: sources.find(({ id }) => id === chosen) ?? sources[0], choose };
}
