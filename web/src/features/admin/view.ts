import { type AdminTimeRange, adminTimeRanges } from '@earshot/proto/values';

export const adminTabs = ['discovery', 'conversions', 'categories'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** What the address says about the page. */
export interface AdminView {
  readonly timeRange: AdminTimeRange;
  readonly tab: AdminTab;
}

/** Reads the address; what it does not understand counts as absent. */
export function readView(search: URLSearchParams): AdminView {
  return {
    timeRange: adminTimeRanges.find((range) => range === search.get('timeRange')) ?? 'day',
    tab: adminTabs.find((tab) => tab === search.get('tab')) ?? 'discovery',
  };
}

/** Writes the address: only what differs from the defaults. */
export function writeView({ timeRange, tab }: AdminView): URLSearchParams {
  return new URLSearchParams({
    ...(timeRange === 'day' ? {} : { timeRange }),
    ...(tab === 'discovery' ? {} : { tab }),
  });
}
