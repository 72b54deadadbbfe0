import { areSeveral, type CommunityView } from '../../lib/community.ts';
import { sourceId } from '../../lib/sources.ts';
import type { LeadFilters } from './filters.ts';

type CommunityFilter = Pick<LeadFilters, 'subreddit' | 'source'>;

/** The filters that show the leads of one of these communities: with its source where another may have its name. */
export function filtersOf(community: CommunityView, communities: readonly CommunityView[]): CommunityFilter {
  const { name, source } = community;
  return { subreddit: name, source: areSeveral(communities) ? (sourceId(source) ?? '') : '' };
}

/** The community that the filters name; undefined where they name none, or one that is not listed. */
export function filteredCommunity<T extends CommunityView>(
  { subreddit, source }: CommunityFilter,
  communities: readonly T[],
): T | undefined {
  const wanted = subreddit.toLowerCase();
  return communities.find((one) => one.name.toLowerCase() === wanted && (source === '' || one.source === source));
}

/** The sources of the communities that leads can be filtered by, for a choice: each once, in their order. */
export function sourcesOf(communities: readonly CommunityView[]): { value: LeadFilters['source']; label: string }[] {
  const labels = new Map(communities.map(({ source, sourceLabel }) => [sourceId(source), sourceLabel]));
  return [...labels].flatMap(([value, label]) => (value === undefined ? [] : [{ value, label }]));
}
