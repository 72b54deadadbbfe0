/** Texts of the palette. */
export const texts = {
  placeholder: 'Search leads, pages and commands',
  results: 'Results',
  close: 'Close',
  groups: { pages: 'Go to', views: 'Saved views', actions: 'Actions', leads: 'Leads' },
  section: (page: string, section: string) => `${page}: ${section}`,
  notifications: 'Show notifications',
  themes: { light: 'Use the light theme', dark: 'Use the dark theme', system: 'Use the theme of the system' },
  searchLeads: (typed: string) => `Search leads for “${typed}”`,
  searching: 'Searching leads…',
  searchFailed: 'Leads could not be searched.',
  noLeads: 'No lead has these words.',
  nothing: (typed: string) => `Nothing matches “${typed}”.`,
  count: (found: number) => (found === 1 ? '1 result' : `${found} results`),
  keys: [
    { keys: ['↑', '↓'], what: 'to choose' },
    { keys: ['Enter'], what: 'to open' },
    { keys: ['Esc'], what: 'to close' },
  ],
  /** Further words that find a command. */
  words: {
    view: 'saved view filters leads',
    scan: 'run stop read posts',
    communities: 'subreddits picker add remove',
    notifications: 'bell news unread',
    theme: 'appearance mode colours colors',
    signOut: 'log out leave session',
  },
} as const;
