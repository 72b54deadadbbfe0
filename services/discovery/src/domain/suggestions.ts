import type { Discovery } from '@earshot/proto/http/discovery';
import { relevances } from '@earshot/proto/values';

/** The answer to a visitor's description. */
export type Suggestions = Omit<Discovery['suggestions'], 'suggestions'> & {
  suggestions: SuggestedCommunity[];
};
/** A community of the catalogue's source. Answers add its label for users. */
export type SuggestedCommunity = Omit<
  Discovery['suggestions']['suggestions'][number],
  'source' | 'sourceLabel' | 'communityLabel' | 'unavailable'
>;

/** The most communities that a visitor gets. There is no minimum: an unsuitable suggestion is worse than none. */
export const mostSuggestions = 10;

/** High before medium before low, in every list of suggestions. Keeps the order within each. */
export function byRelevance(suggestions: readonly SuggestedCommunity[]): SuggestedCommunity[] {
  return suggestions.toSorted((a, b) => relevances.indexOf(a.relevance) - relevances.indexOf(b.relevance));
}
