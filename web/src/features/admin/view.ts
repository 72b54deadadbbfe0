import { type AdminTimeRange, adminTimeRanges } from '@earshot/proto/values';

export const adminTabs = ['discovery', 'conversions', 'categories', 'users', 'sources', 'security'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** The state of the page in the address. */
export interface AdminView {
  readonly timeRange: AdminTimeRange;
  readonly tab: AdminTab;
}

/** Parses the address; unknown values count as absent. */
export function readView(search: URLSearchParams): AdminView {
  return {
    timeRange: adminTimeRanges.find((range) => range === search.get('timeRange')) ?? 'day',
    tab: adminTabs.find((tab) => tab === search.get('tab')) ?? 'discovery',
  };
}

/** Returns the query for the address; defaults are left out. */
export function writeView({ timeRange, tab }: AdminView): URLSearchParams {
  return new URLSearchParams({
    ...(timeRange === 'day' ? {} : { timeRange }),
    ...(tab === 'discovery' ? {} : { tab }),
  });
}
