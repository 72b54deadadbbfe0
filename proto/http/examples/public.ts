import { type Examples, later } from './call-examples.ts';

const community = { source: 'reddit', sourceLabel: 'Reddit', communityLabel: 'r/smallbusiness' };
const discovered = {
  name: 'smallbusiness',
  ...community,
  members: 'over 1M members',
  category: 'Business & Startup',
  relevance: 'high',
  description: 'Owners of small companies talk about running them.',
  reason: 'Owners here ask each other how to get invoices paid.',
  unavailable: null,
};

/** Public calls, and figures. */
export const publicExamples: Examples = {
  discoverSubreddits: {
    body: { productDescription: 'Software that helps bakeries to send invoices and to see who has paid.' },
    response: {
      success: true,
      suggestions: {
        targetAudience: 'Owners of bakeries',
        productCategory: 'Accounting & Invoicing',
        suggestions: [discovered],
      },
    },
  },
  proposeProfile: {
    body: { businessDescription: 'Invoicing software for bakeries. It sends invoices and chases late payments.' },
    response: {
      offer: 'invoicing software',
      audience: 'bakeries',
      problems: ['late payments'],
      alternatives: [],
      notFor: [],
      location: '',
      servesOnlyThere: false,
    },
  },
  describeByWebsite: {
    body: { address: 'oven-ledger.example' },
    response: {
      businessDescription: 'Oven Ledger: invoicing software for bakeries. It sends invoices and chases late payments.',
    },
  },
  rankCommunities: {
    body: { businessDescription: 'Invoicing software for bakeries. It sends invoices and chases late payments.' },
    response: {
      communities: [
        {
          name: 'smallbusiness',
          ...community,
          members: discovered.members,
          reason: discovered.reason,
          postsPerDay: 120,
          newestPost: {
            title: 'What do you use to send invoices?',
            url: 'https://www.reddit.com/r/smallbusiness/comments/1abcde/',
          },
        },
      ],
      samples: [],
      notInSample: [],
      searches: [],
      places: [],
    },
  },
  suggestSubreddits: {
    query: { query: 'business', limit: 20 },
    response: [
      {
        name: 'smallbusiness',
        ...community,
        displayName: 'r/smallbusiness',
        title: 'Small Business',
        description: discovered.description,
        subscribers: 1_900_000,
        isNsfw: false,
      },
    ],
  },
  joinWaitlist: {
    body: { email: 'ada@example.com' },
    response: {
      id: '019ad70a-aaaa-7000-8000-a4b5c6d7e8f9',
      email: 'ada@example.com',
      firstName: null,
      lastName: null,
      source: 'landing',
      referralCode: null,
      isConfirmed: false,
      notificationsSent: false,
      createdAt: later,
    },
  },
  stats: {
    query: { tz: 'Europe/Berlin' },
    response: { totalLeads: 37, leadsToday: 3, averageScore: 7.6, activeSubreddits: 4, responseRate: 12.5 },
  },
  leadFigures: {
    query: { tz: 'Europe/Berlin', from: '2026-11-26', to: '2026-11-27' },
    response: {
      found: 37,
      contacted: 8,
      replied: 1,
      trend: [
        { date: '2026-11-26', count: 4 },
        { date: '2026-11-27', count: 3 },
      ],
      bands: [{ label: '9.0-10.0', found: 37, contacted: 8, replied: 1 }],
      communities: [
        {
          name: 'smallbusiness',
          source: 'reddit',
          sourceLabel: 'Reddit',
          communityLabel: 'r/smallbusiness',
          averageScore: 9.1,
          found: 37,
          contacted: 8,
          replied: 1,
        },
      ],
      variants: [{ variant: 'help-first', contacted: 8, replied: 1 }],
    },
  },
  adminDashboard: {
    query: { timeRange: 'week' },
    response: { totalUsers: 12, totalLeads: 410, activeScans: 1, newUsers: 2, newLeads: 35 },
  },
  discoveryAnalytics: {
    query: { timeRange: 'month' },
    response: {
      totalRequests: 120,
      modelRequests: 70,
      uniqueDescriptions: 80,
      conversions: 4,
      conversionRate: 5,
      estimatedCost: 0.012,
      categories: { 'Business Services': 60 },
      topSubreddits: [{ name: 'smallbusiness', ...community, count: 22 }],
      recentRequests: [
        { description: 'Software that helps bakeries', createdAt: later, requestCount: 2, converted: false },
      ],
    },
  },
};
