import { areSeveral, type CommunityView } from '../../lib/community.ts';
import { sourceId } from '../../lib/sources.ts';
import type { LeadFilters } from './filters.ts';

type CommunityFilter = Pick<LeadFilters, 'community' | 'source'>;

/** The filters for the leads of a community. Includes the source if another source may have a community of that name. */
export function filtersOf(community: CommunityView, communities: readonly CommunityView[]): CommunityFilter {
  const { name, source } = community;
  return { community: name, source: areSeveral(communities) ? (sourceId(source) ?? '') : '' };
}

/** The community that the filters name; undefined if they name none or one that is not listed. */
export function filteredCommunity<T extends CommunityView>(
  { community, source }: CommunityFilter,
  communities: readonly T[],
): T | undefined {
  const key = community.toLowerCase();
  return communities.find((one) => one.name.toLowerCase() === key && (source === '' || one.source === source));
}

/** The sources of the listed communities as choices: each once, in the order of the list. */
export function sourcesOf(communities: readonly CommunityView[]): { value: LeadFilters['source']; label: string }[] {
  const labels = new Map(communities.map(({ source, sourceLabel }) => [sourceId(source), sourceLabel]));
  return [...labels].flatMap(([value, label]) => (value === undefined ? [] : [{ value, label }]));
}
