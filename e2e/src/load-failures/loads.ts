/** A resource that a page of a signed-in user loads without user action. */
export interface Load {
  /** The text between 'Could not load' and the reason. */
  readonly what: string;
  readonly path: string;
  /** The call, as a pattern for its whole address. */
  readonly call: string;
  /** The label of the placeholder while the answer is pending. */
  readonly waiting?: string;
  /** Text that is there once the resource is loaded. */
  readonly shows: string | RegExp;
}

/** Every load of every page, with its placeholder and its loaded state. */
export const loads: readonly Load[] = [
  {
    what: 'your account',
    path: '/dashboard/leads',
    call: '/api/auth/user',
    shows: 'Lead Management',
  },
  {
    what: 'your leads',
    path: '/dashboard/leads',
    call: '/api/leads?*',
    waiting: 'Leads',
    shows: /^\d+ leads/,
  },
  {
    what: 'the state of your scan',
    path: '/dashboard/leads',
    call: '/api/leads/scan/latest',
    shows: /^Last scan/,
  },
  {
    what: 'your communities',
    path: '/dashboard/configuration',
    call: '/api/subreddits',
    shows: 'Remove r/freelance',
  },
  {
    what: 'your configuration',
    path: '/dashboard/configuration',
    call: '/api/configuration',
    waiting: 'your configuration',
    shows: 'Save Configuration',
  },
  {
    what: 'your direct messages',
    path: '/dashboard/leads',
    call: '/api/activity/dms',
    shows: 'Hello',
  },
  {
    what: 'your messages',
    path: '/dashboard/messages',
    call: '/api/generated-messages?*',
    waiting: 'Messages',
    shows: /^Generated \w/,
  },
  {
    what: 'your messages',
    path: '/dashboard/messages',
    call: '/api/drafts?*',
    waiting: 'Messages',
    shows: /^Generated \w/,
  },
  {
    what: 'your messages',
    path: '/dashboard/messages',
    call: '/api/reminders?*',
    waiting: 'Messages',
    shows: /^Generated \w/,
  },
  {
    what: 'your preferences',
    path: '/dashboard/settings',
    call: '/api/user-preferences',
    waiting: 'your preferences',
    shows: 'Save Settings',
  },
  {
    what: 'the state of the sources',
    path: '/dashboard/settings',
    call: '/api/sources/health',
    waiting: 'the state of the sources',
    shows: 'Not read in 24 hours',
  },
  {
    what: 'your linked accounts',
    path: '/dashboard/settings',
    call: '/api/reddit/accounts',
    shows: 'quiet_shop',
  },
  {
    what: 'what Earshot learned',
    path: '/dashboard/settings',
    call: '/api/learning',
    waiting: 'what Earshot learned',
    shows: 'Learn from what I do',
  },
  {
    what: 'your sessions',
    path: '/dashboard/settings',
    call: '/api/auth/sessions',
    shows: 'This browser',
  },
  {
    what: 'your security activity',
    path: '/dashboard/settings',
    call: '/api/auth/security-events?*',
    shows: 'Account created',
  },
  {
    what: 'your sign-in methods',
    path: '/dashboard/settings',
    call: '/api/auth/factors',
    waiting: 'your sign-in methods',
    shows: 'Set up app',
  },
  {
    what: 'the accounts',
    path: '/admin/analytics?tab=users',
    call: '/api/admin/users',
    waiting: 'the accounts',
    shows: 'Two-step sign-in',
  },
  {
    what: 'your figures',
    path: '/dashboard/analytics',
    call: '/api/analytics/stats?*',
    waiting: 'Loading your figures',
    shows: 'Avg Quality Score',
  },
  {
    what: 'your leads',
    path: '/dashboard/analytics',
    call: '/api/analytics/leads?*',
    waiting: 'Loading your charts',
    shows: 'Quality distribution',
  },
  {
    what: 'the system performance',
    path: '/dashboard/analytics',
    call: '/api/performance/metrics',
    waiting: 'Loading the system performance',
    shows: 'System health',
  },
  {
    what: 'your access',
    path: '/admin/analytics',
    call: '/api/admin/check-admin',
    waiting: 'Checking your access',
    shows: 'Recent requests',
  },
  {
    what: 'the security events',
    path: '/admin/analytics?tab=security',
    call: '/api/admin/security-events?*',
    shows: 'Account created',
  },
];

/** Reads without a row above, by their name in the contract, each with the reason. */
export const otherReads: Readonly<Record<string, string>> = {
  providers: 'before signing in; auth-pages.test.ts',
  confirmMethods: 'before a sensitive action; account.test.ts',
  secondStep: 'between the steps of a sign-in; factors.test.ts',
  startLogin: 'the browser goes there',
  finishLogin: 'the browser goes there',
  verifyEmail: 'after a click on the page of the link; mail-links.test.ts',
  unsubscribePage: 'the browser goes there',
  listSources: 'its labels are left out without it; sources.test.ts',
  openApi: 'for the page of the API; gate-and-docs.test.ts',
  listViews: 'after a click on Views; lead-views.test.ts; the palette leaves the views out without it',
  listWithdrawnLeads: 'the page leaves the list out without it; withdrawn.test.ts',
  getLead: 'after a link to one lead; lead-links.test.ts',
  getActivity: 'after a click on Show more of a long entry; activity.test.ts',
  getSentMessage: 'after a click on Show the whole text; messages.test.ts',
  listening: 'the page leaves the line out without it; listening.test.ts',
  scanStatus: 'after a scan began; tracked-scan.unit.test.ts',
  listScanPosts: 'after a click on a number of the funnel; why.test.ts',
  listClosePosts: 'after a scan with few leads; scan-result.test.ts',
  allSourcesHealth: 'for administrators, in the same card; admin.test.ts',
  getModelServer: 'for administrators; model-test.test.ts',
  modelUsage: 'one line of a page; the page omits the line without it',
  listComments: 'after a click on a tab; activity.test.ts',
  listNotifications: 'after a click on the bell; notifications.test.ts',
  linkAccount: 'the browser goes there',
  finishLink: 'the browser goes there',
  listSentMessages: 'after a lead is opened; sending.test.ts',
  suggestSubreddits: 'while somebody types; picker.test.ts',
  adminDashboard: 'fails in words of the specification; admin.test.ts',
  discoveryAnalytics: 'fails in words of the specification; admin.test.ts',
};
