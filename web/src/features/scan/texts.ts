import type { PostFate, ScanStatus } from '@earshot/proto/values';
import { scanLookBackDays } from '@earshot/proto/values';
import { count as digits } from '../../lib/format.ts';

const leads = (count: number) => `${count} new lead${count === 1 ? '' : 's'}`;

/** The live channel and the polled status both report the end of a scan. The live toast takes precedence. */
const subject = (jobId: string) => `scan-complete ${jobId}`;

/** The outcome of posts in the funnel; a number precedes the text. */
const fates: Record<PostFate, string> = {
  known: 'known from earlier scans',
  stale: `older than ${scanLookBackDays} days`,
  filtered: 'about something else',
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
  whyThese: 'Why these leads?',
  whyNothing: 'Why nothing?',
  whereWent: 'where the posts went',
  sum: (posts: number, found: number) =>
    `The scan read ${digits(posts)} post${posts === 1 ? '' : 's'} and found ${leads(found)}. Open a step to see its posts. Rescue turns a post into a lead, and Earshot learns from it.`,
  sumRunning: 'The scan is running and the numbers update. Open a step to see its posts.',
  nothingRead: 'The scan read no posts. Your communities have no new posts, or could not be read.',
  steps: 'Where the posts went',
  fates,
  fateOf,
  fetched: 'posts read',
  scored: 'scored',
  pending: 'being added to your leads',
  postsOf: (fate: PostFate, status: ScanStatus) => `Posts ${fateOf(fate, status)}`,
  thesePosts: 'these posts',
  noPosts: 'These posts are no longer kept.',
  gone: 'The text of this post is no longer kept.',
  parts: 'Points of the score',
  rescue: 'Rescue',
  rescueNamed: (title: string) => `Rescue: ${title}`,
  rescued: 'Rescued',
  rescuedNamed: (title: string) => `Rescued: ${title}`,
  rescueFailed: (reason: string) => `Not rescued: ${reason}`,
  rescuedTitle: 'Lead Rescued',
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
  keep: 'Keep as lead',
  keepNamed: (title: string) => `Keep as lead: ${title}`,
  kept: 'Kept as lead',
  keptNamed: (title: string) => `Kept as lead: ${title}`,
  broader: {
    broad: 'Search broadly: from a score of 5',
    mixed: 'Search with Mixed: from a score of 6',
    focused: 'Search with Focused: from a score of 7',
  },
  notBroader: 'Strategy not changed',
} as const;

export const texts = {
  ...why,
  ...model,
  ...close,
  start: 'Start Scan',
  starting: 'Starting',
  running: 'Scanning',
  cancel: 'Cancel scan',
  card: 'Scan progress',
  waiting: 'Waiting to start',
  communities: 'Communities',
  posts: 'Posts read',
  leads: 'New leads',
  of: (done: string, all: string) => `${done} of ${all}`,
  started: { title: 'Scan Started', description: 'The best leads appear as they are found, the others at its end.' },
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
  completeLive: (jobId: string, count: number) => ({
    title: 'Scan Complete!',
    description: `Found ${count} new leads`,
    subject: subject(jobId),
  }),
  lastScan: 'Last scan',
  read: (posts: string, found: number) => `${posts} posts read, ${leads(found)}.`,
  lastFailed: (reason: string) => `Failed: ${reason}`,
  lastCancelled: (found: number) => `Cancelled after ${leads(found)}.`,
  known: (posts: string) => `${posts} known from earlier scans`,
  offTopic: (posts: string) => `${posts} about something else`,
  below: (posts: string) => `${posts} below your score`,
  alreadyLeads: (posts: string) => `${posts} already leads`,
  capped: (posts: string) => `${posts} more leads wait for the next scan.`,
  limit: (until: string) => `You reached your daily limit. New leads arrive again from ${until}.`,
  problems: 'Some communities could not be read',
  what: 'the state of your scan',
} as const;
