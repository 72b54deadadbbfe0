import { z } from 'zod';
import { endpoint } from './contract.ts';

/** A community that may be worth watching; `subscribers` is null where the source does not say. */
export const subredditSuggestion = z.object({
  name: z.string(),
  displayName: z.string(),
  title: z.string(),
  description: z.string(),
  subscribers: z.number().int().nullable(),
  isNsfw: z.boolean(),
});
export type SubredditSuggestion = z.infer<typeof subredditSuggestion>;

/** Searches the source for communities. */
export const discoveryContract = {
  suggestSubreddits: endpoint({
    service: 'discovery',
    method: 'GET',
    path: '/api/subreddits/suggestions',
    query: z.object({
      query: z
        .string('query is required')
        .trim()
        .min(1, 'query is required')
        .max(200, 'query has at most 200 characters'),
      limit: z.coerce
        .number({ error: 'limit must be a number' })
        .int('limit must be a whole number')
        .min(1, 'limit must be 1 or more')
        .max(20, 'limit must be 20 or less')
        .default(20),
    }),
    response: z.array(subredditSuggestion),
  }),
};
