import { sampledSite } from '@earshot/proto/values';
import type { BusinessCommunities } from '@earshot/proto/http/discovery';

function few(count: number, { notInSample: missing, searches }: BusinessCommunities): string {
  const where = missing.length > 0 ? 'community of the sample data' : 'community that we know';
  const found =
    count === 0
      ? `No ${where} fits this description well.`
      : `Only ${count} ${count === 1 ? 'community fits' : 'communities fit'} this description well.`;
  const next = searches.length === 0 ? 'Add communities' : 'Watch searches, or add communities';
  return `${found} ${next} by name, or say more about your customers in the description.`;
}

export const texts = {
  what: 'the first steps',
  steps: ['Describe your business', 'Choose communities', 'Watch'],
  stepsLabel: 'Set up Earshot',
  describeHelp: 'Two sentences are enough: what you sell, for whom, and which problem it solves.',
  website: 'Your website (optional)',
  websiteHelp: 'Earshot reads up to five of its pages and writes the description with their words. You can edit it.',
  websitePlaceholder: 'acme.example',
  readWebsite: 'Read website',
  noWebsite: 'Enter the address of your website',
  undoWebsite: 'Bring back my text',
  description: 'Business description',
  placeholder:
    'Acme Invoices is invoicing software for freelance designers. It sends invoices, chases late payers and keeps the books ready for tax.',
  proposal: {
    none: 'Earshot fills these in while you write. All of them are optional.',
    pending: 'Reading your description ...',
    filled: 'Filled in from your description. Correct what is wrong.',
    nothing: 'Earshot found nothing to fill in. All of these fields are optional.',
  },
  next: 'Choose communities',
  needsDescription: 'Describe your business in at least one sentence',
  saveFailed: 'Not saved',
  change: 'Change the description',
  communitiesHelp: 'Posts from these communities are scored against your business. You can change them at any time.',
  ranking: 'Finding communities for your business ...',
  few,
  sample: `${sampledSite} is not connected. Its communities, posts and authors here are samples and not real.`,
  suggested: 'Suggested communities',
  searches: 'Searches',
  places: 'Forums, tags and feeds',
  real: 'Real posts',
  realHelp: 'Written by real people. Bluesky is read from now on, so its first posts come later.',
  noReal: 'These sites do not answer now. Choose them anyway, and Earshot reads them once they do.',
  samples: 'Sample data',
  samplesHelp: 'Invented posts and authors, to try Earshot with.',
  already: (labels: string) => `Already on your list: ${labels}.`,
  addOther: 'Add another community',
  postsADay: (count: number) => `${count} ${count === 1 ? 'post' : 'posts'} a day`,
  notRead: 'The site did not answer in time. The next scan checks this community.',
  newestPost: 'Newest post:',
  listen: 'Keep listening',
  listenHelp:
    'After the first scan, Earshot keeps reading new posts and adds the ones that match your business as leads. You can turn this off in Configuration.',
  start: (count: number) =>
    count === 0 ? 'Start watching' : `Watch ${count} ${count === 1 ? 'community' : 'communities'}`,
  needsCommunity: 'Choose at least one community',
  notAdded: 'Not added',
  failed: 'The scan did not start',
  watching: 'Leads appear here as they are found. The best one opens when the scan has ended.',
} as const;
