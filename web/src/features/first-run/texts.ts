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
  websiteHelp:
    'Earshot reads up to five pages of your website and drafts a description from them. You can edit it, or restore your own text.',
  websitePlaceholder: 'acme.example',
  readWebsite: 'Draft from website',
  noWebsite: 'Enter your website address first',
  undoWebsite: 'Restore my text',
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
  sample: `${sampledSite} is not connected. The ${sampledSite} communities, posts and authors of the sample data are made up.`,
  suggested: 'Suggested communities',
  searches: 'Searches',
  places: 'Forums, tags and feeds',
  real: 'Real posts',
  realHelp:
    'Real people wrote these posts. On Bluesky, Earshot finds only new posts, so the first ones take a while to appear.',
  noReal:
    'These sites are not responding right now. You can still choose their communities. Earshot reads them when the sites respond.',
  samples: 'Sample data',
  samplesHelp: 'Made-up posts and authors, so that you can try Earshot.',
  already: (labels: string) => `Already on your list: ${labels}.`,
  addOther: 'Add another community',
  postsADay: (count: number) => `${count} ${count === 1 ? 'post' : 'posts'} a day`,
  notRead:
    'The site did not respond in time. You can still choose it. Earshot tries again the next time it looks for posts.',
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
