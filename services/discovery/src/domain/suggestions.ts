import type { Discovery } from '@earshot/proto/http/discovery';

/** What a visitor gets for a description. */
export type Suggestions = Discovery['suggestions'];
export type SuggestedCommunity = Suggestions['suggestions'][number];

/** How many communities a visitor gets. */
export const fewestSuggestions = 5;
export const mostSuggestions = 12;
