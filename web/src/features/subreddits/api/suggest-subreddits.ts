import { discoveryContract } from '@earshot/proto/http/discovery';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const suggestionLimit = 20;

/** Communities for a query; asked only when the query has at least one character. */
export const suggestionsQuery = (query: string) =>
  queryOptions({
    queryKey: [discoveryContract.suggestSubreddits.path, { query, limit: suggestionLimit }],
    queryFn: ({ signal }) =>
      call(discoveryContract.suggestSubreddits, { query: { query, limit: suggestionLimit }, signal }),
    enabled: query.length > 0,
    placeholderData: keepPreviousData,
  });
