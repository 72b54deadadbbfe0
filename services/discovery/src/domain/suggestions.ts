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

/** The most communities that a visitor gets. There is no minimum: an unsuitable suggestion is worse than none. */
export const mostSuggestions = 10;
