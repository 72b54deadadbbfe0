export const texts = {
  what: 'the first steps',
  steps: ['Describe your business', 'Choose communities', 'Watch'],
  stepsLabel: 'Set up Earshot',
  describeHelp: 'Two sentences are enough: what you sell, for whom, and which problem it solves.',
  description: 'Business description',
  placeholder:
    'Acme Invoices is invoicing software for freelance designers. It sends invoices, chases late payers and keeps the books ready for tax.',
  proposing: 'Reading your description ...',
  proposed: 'Filled in from your description. Change whatever is not right.',
  toPropose: 'These fill in while you write. All of them are optional.',
  next: 'Choose communities',
  needsDescription: 'Describe your business in at least one sentence',
  saveFailed: 'Not saved',
  change: 'Change the description',
  communitiesHelp: 'Posts from these communities are scored against your business. You can change them at any time.',
  ranking: 'Finding communities for your business ...',
  few: (count: number) =>
    count === 0
      ? 'No community that we know fits this description well. You can watch searches on Hacker News, or add communities by name.'
      : `Only ${count} ${count === 1 ? 'community fits' : 'communities fit'} this description well. You can also watch searches on Hacker News, or add communities by name.`,
  suggested: 'Suggested communities',
  searches: 'Searches on Hacker News',
  already: (labels: string) => `Already on your list: ${labels}.`,
  addOther: 'Add another community',
  postsADay: (count: number) => `${count} ${count === 1 ? 'post' : 'posts'} a day`,
  notRead: 'The site did not answer in time, so this is checked at the next scan.',
  example: 'For example:',
  start: (count: number) =>
    count === 0 ? 'Start watching' : `Watch ${count} ${count === 1 ? 'community' : 'communities'}`,
  needsCommunity: 'Choose at least one community',
  notAdded: 'Not added',
  failed: 'The scan did not start',
  watching: 'Leads appear here as they are found. The best one opens when the scan has ended.',
} as const;
