import { discoveryContract } from '@earshot/proto/http/discovery';
import type { SourceId } from '@earshot/proto/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const suggestionLimit = 20;

/**
 * Communities of a source for a query; asked only when the query has at least one character. Without a source: the
 * first one of the installation.
 */
export const suggestionsQuery = (query: string, source?: SourceId) => {
  const wanted = { query, limit: suggestionLimit, ...(source === undefined ? {} : { source }) };
  return queryOptions({
    queryKey: [discoveryContract.suggestSubreddits.path, wanted],
    queryFn: ({ signal }) => call(discoveryContract.suggestSubreddits, { query: wanted, signal }),
    enabled: query.length > 0,
    placeholderData: keepPreviousData,
  });
};
