import type { Discovery } from '@earshot/proto/http/discovery';

/** What a visitor gets for a description. */
export type Suggestions = Omit<Discovery['suggestions'], 'suggestions'> & {
  suggestions: SuggestedCommunity[];
};
/** A community of the catalogue's source; answers add how people read its name. */
export type SuggestedCommunity = Omit<
  Discovery['suggestions']['suggestions'][number],
  'source' | 'sourceLabel' | 'communityLabel'
>;

/** How many communities a visitor gets. */
export const fewestSuggestions = 5;
export const mostSuggestions = 12;
