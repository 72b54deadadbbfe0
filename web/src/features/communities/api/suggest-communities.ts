import { discoveryContract } from '@earshot/proto/http/discovery';
import type { SourceId } from '@earshot/proto/values';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const suggestionLimit = 20;

/** Suggests communities of a source for a query of at least one character. Defaults to the first source of the installation. */
export const suggestionsQuery = (query: string, source?: SourceId) => {
  const request = { query, limit: suggestionLimit, ...(source === undefined ? {} : { source }) };
  return queryOptions({
    queryKey: [discoveryContract.suggestSubreddits.path, request],
    queryFn: ({ signal }) => call(discoveryContract.suggestSubreddits, { query: request, signal }),
    enabled: query.length > 0,
    placeholderData: keepPreviousData,
  });
};
