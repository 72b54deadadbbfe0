import { leadContract } from '@earshot/proto/http/lead';
import { type SourceId, sourceIds } from '@earshot/proto/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { call } from './api-client.ts';

/** The sources of this installation, the default first. They only change when Earshot restarts. */
export const sourcesQuery = queryOptions({
  queryKey: [leadContract.listSources.path],
  queryFn: ({ signal }) => call(leadContract.listSources, { signal }),
  staleTime: Infinity,
});

/** The id of a source as the calls accept it; undefined if this version of the app does not know the source. */
export const sourceId = (id: string | undefined): SourceId | undefined => sourceIds.find((one) => one === id);

/** Whether the user's communities come from more than one source. */
export const SeveralSourcesContext = createContext(false);

/** Whether the user's data should name its source: only if there are several. */
export const useSeveralSources = () => use(SeveralSourcesContext);

/** The sources of this installation and the selected one, at first `initial` or the default. */
export function useChosenSource(initial = '') {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const [chosen, choose] = useState(initial);
  return { sources, source: sources.find(({ id }) => id === chosen) ?? sources[0], choose };
}
