import type { Discovery } from '@earshot/proto/http/discovery';

/** The answer to a visitor's description. */
export type Suggestions = Omit<Discovery['suggestions'], 'suggestions'> & {
  suggestions: SuggestedCommunity[];
};
/** A community of the catalogue's source. Answers add its label for users. */
export type SuggestedCommunity = Omit<
  Discovery['suggestions']['suggestions'][number],
  'source' | 'sourceLabel' | 'communityLabel'
>;

/** The least and the most communities that a visitor gets. */
export const fewestSuggestions = 5;
export const mostSuggestions = 12;
