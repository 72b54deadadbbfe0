import type { AdminTimeRange } from '@earshot/proto/values';
import type { AdminTab } from './view.ts';

const ranges: Record<AdminTimeRange, string> = { day: 'Last 24h', week: 'Last 7d', month: 'Last 30d' };
const within: Record<AdminTimeRange, string> = {
  day: 'in the last 24 hours',
  week: 'in the last 7 days',
  month: 'in the last 30 days',
};
const tabs: Record<AdminTab, string> = {
  discovery: 'Discovery Analytics',
  conversions: 'Conversions',
  categories: 'Categories',
  security: 'Security',
};

export const texts = {
  pageTitle: 'Admin Analytics · Earshot',
  denied: 'Access Denied',
  deniedReason: "You don't have permission to view this page. Admin access is required.",
  toLeads: 'Go to your leads',
  checking: 'Checking your access',
  whatAccess: 'your access',
  failed: 'Failed to fetch analytics',
  loading: 'Loading the analytics',
  timeRange: 'Time range',
  ranges,
  figures: 'Figures',
  users: 'Total Users',
  usersNote: (range: AdminTimeRange) => `registered ${within[range]}`,
  leads: 'Total Leads',
  leadsNote: (range: AdminTimeRange) => `found ${within[range]}`,
  scans: 'Active Scans',
  scansNote: (range: AdminTimeRange) => `begun ${within[range]}, still running`,
  usage: 'Discovery Usage',
  usageUnit: 'public requests',
  cost: (dollars: string) => `AI cost estimate $${dollars}`,
  tabsLabel: 'Analytics',
  tabs,
  noRequests: (range: AdminTimeRange) => `Nobody has used the public search ${within[range]}.`,
  totalRequests: 'Total requests',
  uniqueDescriptions: 'Unique descriptions',
  recent: 'Recent requests',
  recentColumns: { description: 'Description', last: 'Last asked', requests: 'Requests', converted: 'Converted' },
  forgotten: 'Description no longer kept',
  yes: 'Yes',
  no: 'No',
  topSubreddits: 'Top subreddits',
  topColumns: { name: 'Community', count: 'Suggested' },
  conversions: 'Conversions',
  conversionsNote: (range: AdminTimeRange) => `accounts made ${within[range]} after a search`,
  conversionRate: 'Conversion rate',
  conversionRateNote: 'of the searches ended in an account',
  converted: 'Searches that led to an account',
  noConversions: (range: AdminTimeRange) => `None of the latest searches ${within[range]} has led to an account.`,
  topCategories: 'Top 5 categories',
  categoriesCaption: (range: AdminTimeRange) => `Public requests by product category ${within[range]}.`,
  categoryColumns: ['Category', 'Requests'] as const,
} as const;
