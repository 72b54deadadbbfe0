import { earlier, type Examples, later, leadId, userId } from './call-examples.ts';

const aiAnalysis = {
  scorerVersion: '1',
  provisional: false,
  parts: [
    { name: 'need', category: 'asks for a tool', points: 3.5, quote: 'what do you use to', note: 'States a need' },
  ],
};
const community = { source: 'reddit', sourceLabel: 'Reddit', communityLabel: 'r/smallbusiness' };
const lead = {
  id: leadId,
  userId,
  redditPostId: 't3_1abcde',
  subreddit: 'smallbusiness',
  ...community,
  title: 'What do you use to send invoices?',
  content: 'We still send ours by hand. What do you use to keep track of who has paid?',
  isPreview: false,
  author: 'bakery_owner',
  authorLabel: 'u/bakery_owner',
  score: '8.4',
  relevance: 'high',
  matchReason: 'Asks for a tool that tracks invoices',
  url: 'https://www.reddit.com/r/smallbusiness/comments/1abcde/',
  alsoIn: [
    {
      ...community,
      subreddit: 'freelance',
      communityLabel: 'r/freelance',
      url: 'https://www.reddit.com/r/freelance/comments/1abcdf/',
      postCreatedAt: later,
    },
  ],
  aiAnalysis,
  withdrawn: null,
  removed: null,
  editedAt: null,
  status: 'new',
  rating: null,
  topComment: null,
  replyUsername: null,
  createdAt: later,
  postCreatedAt: earlier,
};
const view = {
  id: '019ad6f8-5555-7000-8000-2c3d4e5f6071',
  name: 'New and good',
  filters: { status: 'new', minScore: 7, sortBy: 'score-high' },
  createdAt: earlier,
};
const subreddit = {
  id: '019ad6f8-2222-7000-8000-2c3d4e5f6071',
  userId,
  name: 'smallbusiness',
  ...community,
  isActive: true,
  isStarred: false,
  check: 'passed',
  problem: null,
  createdAt: earlier,
};
const form = {
  businessDescription: 'We make software that helps bakeries to send invoices and to see who has paid.',
  searchStrategy: 'mixed',
  maxLeadsPerScan: 100,
  scanFrequency: 'hourly',
  listen: true,
  notificationMethod: 'inapp',
  defaultDmLength: 'multiple_paragraphs',
  defaultReplyLength: 'sentences',
  offer: 'software that sends invoices',
  audience: 'owners of small bakeries',
  problems: ['nobody knows which cafe has paid'],
  alternatives: ['a spreadsheet'],
  notFor: ['people looking for a job'],
  draftFacts: ['It costs 9 euros a month.'],
  closingLine: 'Ask me anything.',
  ownTones: [{ name: 'Workshop', example: 'Hello, I fix this every day. Ask me anything.' }],
  targetKeywords: ['invoice'],
  excludedKeywords: ['hiring'],
  location: 'Leeds, UK',
  servesOnlyThere: false,
};
const configuration = {
  ...form,
  id: '019ad6f6-3333-7000-8000-3d4e5f607182',
  userId,
  businessCategory: null,
  productDescription: null,
  createdAt: earlier,
  updatedAt: later,
};
const jobId = '019ad701-4444-7000-8000-4e5f60718293';
const funnel = {
  fetched: 40,
  known: 8,
  stale: 2,
  filtered: 20,
  scored: 10,
  unscored: 0,
  belowThreshold: 7,
  capped: 0,
  created: 3,
  duplicate: 0,
  pending: 0,
};
const job = {
  id: jobId,
  status: 'completed',
  currentStep: 'Done',
  progress: 100,
  subredditsScanned: 1,
  totalSubreddits: 1,
  processedThreads: 40,
  totalThreads: 40,
  newLeadsFound: 3,
  errorMessage: null,
  limitResetsAt: null,
  waitsFor: null,
  waitsUntil: null,
  nextScanAt: '2026-11-22T09:00:00.000Z',
  funnel,
  startedAt: earlier,
  completedAt: later,
  createdAt: earlier,
};
const scanPost = {
  postId: 't3_1fghij',
  subreddit: 'smallbusiness',
  ...community,
  title: 'How do you keep your books in order?',
  summary: 'I put all receipts in a box and sort them in January.',
  author: 'corner_cafe',
  authorLabel: 'u/corner_cafe',
  url: 'https://www.reddit.com/r/smallbusiness/comments/1fghij/',
  postCreatedAt: earlier,
  fate: 'below',
  score: '4.2',
  reason: 'Scored 4.2, under your threshold of 6.0: The author asks a question about something close to your offer.',
  aiAnalysis: null,
  rescuedAt: null,
  canRescue: true,
};

const learning = {
  isOn: true,
  labels: { wanted: 14, unwanted: 21 },
  isApplied: true,
  note: 'Applied: a post gets up to 1.5 points more if it is like the posts that you wanted, and up to 1.5 points less if it is like the others.',
  updatedAt: later,
};

const listPosition =
  'mL9f0vJ7ZQ3xYB1m5Wn2cTtq8d6KpEo4rHsUaGzXvibOLjC1nWyF0kRgDe7hA9SQWzguNCwiMDE5YWQ3MDItMTFhYS03MDAwLWIzYzQtMGQ5ZThmN2E2YjVjIl0';

/** Leads, communities, configuration, scans. */
export const leadExamples: Examples = {
  listLeads: {
    query: { q: 'send invoices', minScore: 7, sortBy: 'open', limit: 1, page: 1 },
    response: { leads: [lead], total: 2, totalPages: 2, next: listPosition },
  },
  listWithdrawnLeads: {
    response: {
      leads: [
        {
          ...lead,
          status: 'skipped',
          withdrawn: { reason: 'Your business changed. Its score is now 3.1, under your threshold of 6.0.', at: later },
        },
      ],
      total: 1,
    },
  },
  getLead: { params: { id: leadId }, response: lead },
  changeLeadStatus: {
    params: { id: leadId },
    body: { status: 'contacted', messageType: 'dm', content: 'Hello, ...', recipient: 'bakery_owner' },
    response: { ...lead, status: 'contacted' },
  },
  rateLead: { params: { id: leadId }, body: { rating: 'up' }, response: { ...lead, rating: 'up' } },
  changeLeads: {
    query: { q: 'hiring', status: 'new' },
    body: { status: 'skipped' },
    response: { changed: [{ id: leadId, status: 'new', rating: null }], next: listPosition },
  },
  listViews: { response: [view] },
  addView: { body: { name: view.name, filters: view.filters }, response: view },
  changeView: {
    params: { id: view.id },
    body: { name: 'Best new leads' },
    response: { ...view, name: 'Best new leads' },
  },
  deleteView: { params: { id: view.id } },
  exportLeads: { query: { status: 'contacted', sortBy: 'recent' } },
  listSources: {
    response: [
      {
        id: 'reddit',
        label: 'Reddit',
        sample: false,
        communityNoun: 'subreddit',
        nameHint: 'r/startups',
        searches: true,
        suggestions: [],
        sends: ['dm', 'comment'],
        onlyNew: false,
        offersNote: null,
      },
    ],
  },
  listSubreddits: { response: [subreddit] },
  addSubreddit: { body: { name: 'smallbusiness' }, response: subreddit },
  deleteSubreddit: { params: { id: subreddit.id } },
  starSubreddit: {
    params: { id: subreddit.id },
    body: { isStarred: true },
    response: { ...subreddit, isStarred: true },
  },
  getConfiguration: { response: configuration },
  saveConfiguration: { body: form, response: configuration },
  startScan: { response: { jobId } },
  latestScan: { response: job },
  listening: { response: { communities: 12, heardAt: '2026-03-02T09:14:00.000Z' } },
  scanStatus: { params: { jobId }, response: job },
  cancelScan: { params: { jobId }, response: { ...job, status: 'cancelled' } },
  listScanPosts: {
    params: { jobId },
    query: { reason: 'below', limit: 20, page: 1 },
    response: { posts: [scanPost], total: 1, totalPages: 1, languages: [] },
  },
  listClosePosts: {
    params: { jobId },
    response: { posts: [scanPost], searched: ['r/smallbusiness'], threshold: 6, isOutdated: false },
  },
  rescuePost: {
    params: { jobId, postId: scanPost.postId },
    response: { ...scanPost, rescuedAt: later, canRescue: false },
  },
  previewScan: {
    body: { subreddit: 'smallbusiness' },
    response: {
      subreddit: 'smallbusiness',
      ...community,
      threshold: 6,
      fetched: 1,
      filtered: 0,
      unscored: 0,
      posts: [
        {
          redditPostId: lead.redditPostId,
          title: lead.title,
          content: lead.content,
          author: lead.author,
          authorLabel: lead.authorLabel,
          url: lead.url,
          postCreatedAt: earlier,
          score: lead.score,
          relevance: 'high',
          matchReason: lead.matchReason,
          aiAnalysis,
          wouldBeLead: true,
        },
      ],
    },
  },
  learning: { response: learning },
  turnLearning: {
    body: { isOn: false },
    response: { ...learning, isOn: false, isApplied: false, note: 'Not applied: you turned it off.' },
  },
  forgetLearning: {},
  performance: {
    response: {
      systemMetrics: {
        memory: { heapUsed: 90_000_000, heapTotal: 150_000_000, limit: 4_500_000_000, percentage: 2 },
        uptime: 86_400,
      },
      scansCompleted: 12,
      averageDuration: 4_200,
      averageThroughput: 21.5,
      totalLeadsFound: 37,
    },
  },
};
