import { z } from 'zod';
import { relevances, scanStatuses } from '../values.ts';
import { endpoint, timestamp } from './contract.ts';
import { aiAnalysis, communityName, configurationForm, score } from './lead.ts';

/**
 * Where every post of a scan went. fetched = known + stale + filtered + scored + unscored; stale ones are older than a scan looks.
 * scored = belowThreshold + capped + created + duplicate (already a lead of this user) + pending (on its way to be a lead).
 */
export const funnel = z.object({
  fetched: z.number().int(),
  known: z.number().int(),
  stale: z.number().int(),
  filtered: z.number().int(),
  scored: z.number().int(),
  unscored: z.number().int(),
  belowThreshold: z.number().int(),
  capped: z.number().int(),
  created: z.number().int(),
  duplicate: z.number().int(),
  pending: z.number().int(),
});
export type Funnel = z.infer<typeof funnel>;

/** A scan as people follow it: `progress` in percent, threads are posts. An ended one has `completedAt`. */
export const scanJob = z.object({
  id: z.string(),
  status: z.enum(scanStatuses),
  currentStep: z.string(),
  progress: z.number().int().min(0).max(100),
  subredditsScanned: z.number().int(),
  totalSubreddits: z.number().int(),
  processedThreads: z.number().int(),
  totalThreads: z.number().int(),
  newLeadsFound: z.number().int(),
  errorMessage: z.string().nullable(),
  limitResetsAt: timestamp.nullable(),
  funnel,
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type ScanJob = z.infer<typeof scanJob>;

/** One community, and settings to try that are not saved; absent ones are taken as they are saved. */
export const previewRequest = configurationForm
  .pick({ businessDescription: true, searchStrategy: true })
  .extend({ subreddit: communityName });
export type PreviewRequest = z.infer<typeof previewRequest>;

/** A post of a preview: what the scorer says of it, and whether a scan would make it a lead. */
export const previewedPost = z.object({
  redditPostId: z.string(),
  title: z.string(),
  content: z.string(),
  author: z.string(),
  url: z.string(),
  postCreatedAt: timestamp,
  score,
  relevance: z.enum(relevances),
  matchReason: z.string(),
  aiAnalysis,
  wouldBeLead: z.boolean(),
});

export type PreviewedPost = z.infer<typeof previewedPost>;

/** Best first. fetched = filtered + unscored + posts. Nothing of it is stored. */
export const scanPreview = z.object({
  subreddit: z.string(),
  /** The lowest score that makes a lead with the search strategy. */
  threshold: z.number(),
  fetched: z.number().int(),
  /** Left out before scoring: nothing in them touches the business. */
  filtered: z.number().int(),
  unscored: z.number().int(),
  posts: z.array(previewedPost),
});
export type ScanPreview = z.infer<typeof scanPreview>;

/** Memory and uptime of the answering process; the rest counts the user's own scans. */
export const performanceMetrics = z.object({
  systemMetrics: z.object({
    /** Bytes; `percentage` is heapUsed of heapTotal. */
    memory: z.object({ heapUsed: z.number(), heapTotal: z.number(), percentage: z.number() }),
    /** Seconds. */
    uptime: z.number(),
  }),
  scansCompleted: z.number().int(),
  /** Milliseconds of a completed scan. */
  averageDuration: z.number(),
  /** Posts a second of a completed scan. */
  averageThroughput: z.number(),
  totalLeadsFound: z.number().int(),
});
export type PerformanceMetrics = z.infer<typeof performanceMetrics>;

/** What asking the community site may end with. */
const sourceErrors = [
  'source.not-found',
  'source.private',
  'source.rate-limited',
  'source.unavailable',
  'source.refused',
] as const;

const jobParams = z.object({ jobId: z.string().min(1) });

/** Scans of the signed-in user: at most one runs at a time. */
export const scanContract = {
  startScan: endpoint({
    summary: 'Starts a scan; 200 with the running job where one runs',
    service: 'scan',
    method: 'POST',
    path: '/api/leads/scan/start',
    statuses: [202, 200],
    response: z.object({ jobId: z.string() }),
    errors: ['scan.no-business', 'scan.no-communities'],
  }),
  latestScan: endpoint({
    summary: 'The newest scan job, or null',
    service: 'scan',
    method: 'GET',
    path: '/api/leads/scan/latest',
    response: scanJob.nullable(),
  }),
  scanStatus: endpoint({
    summary: 'One scan job',
    service: 'scan',
    method: 'GET',
    path: '/api/leads/scan/status/:jobId',
    params: jobParams,
    response: scanJob,
    errors: ['scan.not-found'],
  }),
  cancelScan: endpoint({
    summary: 'Ends a running scan; leads found stay',
    service: 'scan',
    method: 'POST',
    path: '/api/leads/scan/cancel/:jobId',
    params: jobParams,
    response: scanJob,
    errors: ['scan.not-found', 'scan.ended'],
  }),
  previewScan: endpoint({
    summary:
      'Scores up to 100 of the newest posts of one community, also by settings not yet saved, and stores nothing',
    service: 'scan',
    method: 'POST',
    path: '/api/leads/scan/preview',
    body: previewRequest,
    response: scanPreview,
    errors: ['scan.no-business', 'rate.limited', ...sourceErrors],
  }),
  performance: endpoint({
    summary: 'How the system and the scans of the user are doing',
    service: 'scan',
    method: 'GET',
    path: '/api/performance/metrics',
    response: performanceMetrics,
  }),
};
