const leads = (count: number) => `${count} new lead${count === 1 ? '' : 's'}`;

/** The live channel and the polled status tell of the same end; the live one has the word. */
const subject = (jobId: string) => `scan-complete ${jobId}`;

export const texts = {
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
  started: { title: 'Scan Started', description: 'New leads appear as they are found.' },
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
  capped: (posts: string) => `${posts} good ones wait for the next scan.`,
  limit: (until: string) => `Your daily limit is reached; new leads come again from ${until}.`,
  problems: 'Some communities could not be read',
  what: 'the state of your scan',
} as const;
