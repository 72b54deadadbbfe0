import { type PostFate, scanLookBackDays, type ScanStatus } from '@earshot/proto/values';
import { count as digits } from '../../lib/format.ts';

const leads = (count: number) => `${count} new lead${count === 1 ? '' : 's'}`;

/** The live channel and the polled status both report the end of a scan. The live toast takes precedence. */
const subject = (jobId: string) => `scan-complete ${jobId}`;

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "Earshot skipped 15 of these posts because it supports only English: 12 are in German and 3 in French." */
function languages(counted: readonly { readonly language: string; readonly posts: number }[]): string {
  const total = counted.reduce((sum, { posts }) => sum + posts, 0);
  const named = counted.map(({ language, posts }, at) => {
    const verb = at > 0 ? '' : posts === 1 ? 'is ' : 'are ';
    return `${digits(posts)} ${verb}in ${language}`;
  });
  return `Earshot skipped ${digits(total)} of these posts because it supports only English: ${conjunction.format(named)}.`;
}

/** The outcome of posts in the funnel; a number precedes the text. */
const fates: Record<PostFate, string> = {
  known: 'known from earlier scans',
  stale: `older than ${scanLookBackDays} days`,
  filtered: 'off topic or ruled out',
  unscored: 'without a score for now',
  below: 'below your threshold',
  capped: 'over your limit of leads',
  duplicate: 'already your leads',
  created: 'new leads',
};

/** Posts that a cancelled scan keeps for the next one are over no limit. */
const fateOf = (fate: PostFate, status: ScanStatus) =>
  fate === 'capped' && status === 'cancelled' ? 'kept for the next scan' : fates[fate];

/** Texts about where the posts of a scan went. */
const why = {
  newLeads: (count: number) => (count === 1 ? 'new lead' : fates.created),
  whyThese: 'Why these leads?',
  whyNothing: 'Why no leads?',
  whereWent: 'where the posts went',
  sum: (posts: number, found: number) =>
    `The scan read ${digits(posts)} post${posts === 1 ? '' : 's'} and found ${leads(found)}. Open a step to see its posts. Earshot learns from each post that you keep as a lead.`,
  sumRunning: 'The scan is running and the numbers update. Open a step to see its posts.',
  nothingRead: 'The scan read no posts. Your communities have no new posts, or could not be read.',
  notRead: 'Not read:',
  steps: 'Where the posts went',
  fates,
  fateOf,
  fetched: 'posts read',
  scored: 'scored',
  pending: 'being added to your leads',
  postsOf: (fate: PostFate, status: ScanStatus) => `Posts ${fateOf(fate, status)}`,
  thesePosts: 'these posts',
  noPosts: 'These posts are no longer kept.',
  languages,
  gone: 'The text of this post is no longer kept.',
  parts: 'Points of the score',
  keepAsLead: 'Keep as lead',
  keepAsLeadNamed: (title: string) => `Keep as lead: ${title}`,
  keptAsLead: 'Kept as lead',
  keptAsLeadNamed: (title: string) => `Kept as lead: ${title}`,
  keepAsLeadFailed: (reason: string) => `Not kept: ${reason}`,
  keptAsLeadTitle: 'Kept as Lead',
  openLead: 'Open lead',
  openLeadAltText: 'It is among your leads',
} as const;

/** Texts about the user's model. */
const model = {
  withoutModel: 'Scored without a model.',
  scoredBy: (name: string) => `Scored by ${name};`,
  yourModel: 'your model',
  tokens: (used: number) => `${digits(used)} tokens today.`,
  tokensOf: (used: number, most: number) => `${digits(used)} of ${digits(most)} tokens today.`,
  away: 'Your model does not answer. Scores are provisional and will be replaced.',
  usedUp: (until: string) =>
    `Your model has used all its tokens for today. Scores are provisional and will be replaced after ${until}.`,
  modelUnknown: 'Could not load the state of your model.',
  retry: 'Retry',
} as const;

const close = {
  close: 'Close, but below your threshold',
  closeOnes: 'the closest posts',
  closeCount: (count: number) =>
    count === 1 ? '1 post came close to your threshold' : `${count} posts came close to your threshold`,
  noneClose: 'No post came close. These scored highest',
  others: 'Other posts, with lower scores',
  keep: 'Keep as lead',
  keepNamed: (title: string) => `Keep as lead: ${title}`,
  kept: 'Kept as lead',
  keptNamed: (title: string) => `Kept as lead: ${title}`,
  broader: {
    broad: 'Search broadly: leads from a score of 5',
    mixed: 'Search with Mixed: leads from a score of 6',
    focused: 'Search with Focused: leads from a score of 7',
  },
  notBroader: 'Strategy not changed',
} as const;

/** Texts about a scan without a lead. */
const noLeads = {
  moreCommunities: (more: number) => `${more} more`,
  searched: (where: string, posts: number) =>
    `Earshot searched ${where} and read ${digits(posts)} ${posts === 1 ? 'post' : 'posts'}.`,
  foundNoPosts: (where: string) => `Earshot searched ${where} and found no posts of the last ${scanLookBackDays} days.`,
  searchFailed: 'Earshot could not read your communities.',
  noLead: (reasons: string) => `None is a lead: ${reasons}.`,
  stale: (posts: string) => `${posts} older than ${scanLookBackDays} days`,
  belowThreshold: (posts: string, threshold: string) => `${posts} below your threshold of ${threshold}`,
  withoutScore: (posts: string) => `${posts} without a score for now`,
  outdated: 'Your business or your settings changed after this scan. Start a scan to judge the posts again.',
  next: {
    below:
      'Keep one of the posts below as a lead, search more broadly, or describe your business in your customers’ words.',
    offTopic: 'Describe your business in your customers’ words, or choose communities where they ask for help.',
    known: 'New leads appear when people write new posts. To search more of them now, choose more communities.',
    noPosts: 'Choose communities in which people write more often.',
    notRead: 'Earshot could not read some of your communities. See Settings > Sources for what to do.',
    unscored: 'The next scan tries to score these posts again.',
    cancelled: 'You cancelled this scan. Start another one to read the rest.',
    failed: 'Start a scan to try again, or choose other communities.',
  },
} as const;

export const texts = {
  ...why,
  ...model,
  ...close,
  ...noLeads,
  start: 'Start Scan',
  starting: 'Starting',
  running: 'Scanning',
  cancel: 'Cancel scan',
  card: 'Scan progress',
  waiting: 'Waiting to start',
  limited: (source: string, wait: string) => `${source}’s limit: continues in about ${wait}`,
  communities: 'Communities',
  posts: 'Posts read',
  leads: 'New leads',
  of: (done: string, all: string) => `${done} of ${all}`,
  started: {
    title: 'Scan Started',
    description: 'The best leads appear as they are found, the others when the scan ends.',
  },
  cancelled: { title: 'Scan Cancelled', description: 'The leads found so far stay.' },
  failed: 'Scan Failed',
  failedReason: 'An error occurred during the scan.',
  cancelFailed: 'Cancel Failed',
  complete: (jobId: string, count: number) => ({
    title: 'Scan Complete',
    description: `Found ${leads(count)}.`,
    subject: subject(jobId),
    onlyIfNew: true,
  }),
  completeLive: (jobId: string, count: number, problem: string | null) => ({
    title: 'Scan Complete!',
    description: problem === null ? `Found ${leads(count)}` : `Found ${leads(count)}. Not read: ${problem}`,
    subject: subject(jobId),
  }),
  completePartly: (jobId: string, count: number, problem: string) => ({
    title: 'Scan Complete',
    description: `Found ${leads(count)}. Not read: ${problem}`,
    subject: subject(jobId),
    onlyIfNew: true,
  }),
  triedAgain: {
    hourly: 'Tried again with the next hourly scan.',
    '4hours': 'Tried again with the next scan, within 4 hours.',
    daily: 'Tried again with the next daily scan.',
    manual: 'Tried again when you start the next scan.',
  },
  triedAgainAt: (time: string) => `Tried again with the next scan: ${time}.`,
  listeningTo: (communities: number) =>
    `Listening to ${digits(communities)} ${communities === 1 ? 'community' : 'communities'}`,
  nothingHeard: '; no new post yet.',
  lastHeard: '; last post heard',
  lastScan: 'Last scan',
  read: (posts: number, found: number) => `${digits(posts)} ${posts === 1 ? 'post' : 'posts'} read, ${leads(found)}.`,
  lastFailed: (reason: string) => `Failed: ${reason}`,
  lastCancelled: (found: number) => `Cancelled after ${leads(found)}.`,
  known: (posts: string) => `${posts} known from earlier scans`,
  offTopic: (posts: string) => `${posts} off topic or ruled out`,
  below: (posts: string) => `${posts} below your threshold`,
  alreadyLeads: (posts: string) => `${posts} already leads`,
  notScored: (posts: string) => (posts === '1' ? '1 post could not be scored.' : `${posts} posts could not be scored.`),
  capped: (posts: number) =>
    posts === 1 ? '1 more lead waits for the next scan.' : `${digits(posts)} more leads wait for the next scan.`,
  limit: (until: string) => `You reached your daily limit. New leads arrive again from ${until}.`,
  problems: 'Some communities could not be read',
  whatToDo: 'Show the sources',
  what: 'the state of your scan',
} as const;
