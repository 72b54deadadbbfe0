import { leadContract } from '@earshot/proto/http/lead';
import { type CommunityNoun, sampleSite, type SourceId, sourceIds } from '@earshot/proto/values';
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

/** Whether a community or post comes from the sandbox. */
export const isSample = ({ source }: { readonly source: string }) => source === 'sample';

/** The name of a source's site in sentences. */
export const siteOf = (view: { readonly source: string; readonly sourceLabel: string }) =>
  isSample(view) ? sampleSite : view.sourceLabel;

/** The sources of the user's communities, each once. */
export const ListedSourcesContext = createContext<readonly string[]>([]);

/** Whether the user's data should name its source: only if there are several. */
export const useSeveralSources = () => use(ListedSourcesContext).length > 1;

/** Returns the word for a community of a source, at first of the default source. */
export function useCommunityNoun(): (source: string | undefined) => CommunityNoun {
  const { data: sources = [] } = useQuery(sourcesQuery);
  return (source) => (sources.find(({ id }) => id === source) ?? sources[0])?.communityNoun ?? 'community';
}

/**
 * Returns the word for the user's communities: the specification's if it fits all of them. Without communities, it is used
 * if a source has it.
 */
export function useListNoun(): CommunityNoun {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const listed = use(ListedSourcesContext);
  const isSubreddit = (id: string) => sources.find((source) => source.id === id)?.communityNoun !== 'community';
  const fits =
    listed.length > 0 ? listed.every(isSubreddit) : sources.length === 0 || sources.some(({ id }) => isSubreddit(id));
  return fits ? 'subreddit' : 'community';
}

/** The sources of this installation and the selected one, at first `initial` or the default. */
export function useChosenSource(initial = '') {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const [chosen, choose] = useState(initial);
  return { sources, source: sources.find(({ id }) => id === chosen) ?? sources[0], choose };
}
