/** Texts of the shell and of the page frames. The texts of a page are in its feature. */
export const texts = {
  brand: 'Earshot',
  starting: 'Loading...',
  offline: 'You are offline. What you see may be out of date.',
  signedOut: { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
  notFound: {
    pageTitle: '404 Page Not Found · Earshot',
    title: '404 Page Not Found',
    detail: 'There is nothing at this address.',
    back: 'Back to Earshot',
  },
  skip: 'Skip to content',
  openNavigation: 'Open navigation',
  sidebar: 'Sidebar',
  pin: 'Pin the sidebar',
  collapses: 'Let the sidebar collapse',
  staysOpen: 'Keep the sidebar open',
  navigation: 'Main',
  links: {
    leads: 'Leads',
    configuration: 'Configuration',
    messages: 'Messages',
    analytics: 'Analytics',
    settings: 'Settings',
    billing: 'Upgrade Now',
    admin: 'Admin Analytics',
  },
  signOut: 'Sign out',
  signOutFailed: 'Sign out failed',
  sample: {
    title: 'Sample data',
    what: (label: string) =>
      `No ${label} client is set up, so Earshot reads its built-in sandbox. Sample communities, posts and authors are not real.`,
    connect: (label: string) => `To read ${label} itself, the person who runs this installation:`,
    steps: (label: string) => [
      `Creates an API client on ${label}.`,
      `Puts its credentials into the ${label} settings of the installation. The README lists them.`,
      'Restarts Earshot. Scans then skip sample communities: add the communities you want to watch.',
    ],
  },
  firstSteps: {
    business: 'Describe your business',
    communities: 'Choose communities',
    chosen: (count: number) => `${count} chosen`,
  },
} as const;
