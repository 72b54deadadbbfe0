import { discoveryContract } from '@earshot/proto/http/discovery';
import type { SourceId } from '@earshot/proto/values';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/call-query.ts';

const suggestionLimit = 20;

/** Suggests communities of a source for a query of at least one character. Defaults to the first source of the installation. */
export const suggestionsQuery = (query: string, source?: SourceId) => {
  const request = { query, limit: suggestionLimit, ...(source === undefined ? {} : { source }) };
  return callQuery(discoveryContract.suggestSubreddits, {
    input: { query: request },
    key: [request],
    enabled: query.length > 0,
    placeholderData: keepPreviousData,
  });
};
