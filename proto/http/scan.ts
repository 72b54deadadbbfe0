import { z } from 'zod';
import { postFates, scanStatuses } from '../values.ts';
import { choice, endpointOf, noContent, timestamp } from './contract.ts';
import { learning } from './learning.ts';
import { aiAnalysis, filter, leadsQuery, score } from './lead.ts';
import { foundModelServer, modelTest, modelUsage } from './model-server.ts';
import { previewRequest, scanPreview } from './scan-preview.ts';
import { authorView, communityView } from './source.ts';

const endpoint = endpointOf('scan');

export type { ModelUsage } from './model-server.ts';
export { modelUsage } from './model-server.ts';
export type { PreviewedPost, PreviewRequest, ScanPreview } from './scan-preview.ts';
export { previewedPost, previewRequest, scanPreview } from './scan-preview.ts';

/**
 * The number of posts of a scan by result. fetched = known + stale + filtered + scored + unscored; stale posts are
 * older than the period that a scan covers. scored = belowThreshold + capped + created + duplicate (already a lead of
 * this user) + pending (not yet stored as a lead).
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

/** A scan as shown to people: `progress` in percent, threads are posts. A finished scan has `completedAt`. */
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
  // Frames of the live channel do not contain the next three.
  /** The label of the source whose rate limit the running scan waits for; null if it does not wait. */
  waitsFor: z.string().nullable().optional(),
  /** When that limit ends. If the time has passed, the scan reads again. */
  waitsUntil: timestamp.nullable().optional(),
  /** When the schedule starts the next scan; null without a schedule. */
  nextScanAt: timestamp.nullable().optional(),
  funnel,
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type ScanJob = z.infer<typeof scanJob>;

/**
 * A post of a scan and its result. `reason` is one plain sentence. `title` is empty if the text is no longer stored.
 * `canRescue`: the user can make it a lead by hand.
 */
export const scanPost = z.object({
  postId: z.string(),
  subreddit: z.string(),
  ...communityView,
  title: z.string(),
  /** The first 280 characters of the text. */
  summary: z.string(),
  author: z.string(),
  ...authorView,
  url: z.string(),
  postCreatedAt: timestamp,
  fate: z.enum(postFates),
  score: score.nullable(),
  reason: z.string(),
  aiAnalysis: aiAnalysis.nullable(),
  /** When the user made it a lead by hand. Its result does not change. */
  rescuedAt: timestamp.nullable(),
  canRescue: z.boolean(),
});
export type ScanPost = z.infer<typeof scanPost>;

/** Without `reason`, all results except `created`. */
export const scanPostsQuery = leadsQuery
  .pick({ limit: true, page: true })
  .extend({ reason: filter(choice('reason', postFates)) });
export type ScanPostsQuery = z.infer<typeof scanPostsQuery>;

/**
 * One page, best score first and new before old. Without `reason`, posts are grouped by result. Posts show their
 * current state: a post that a later scan has taken over is no longer listed under the earlier scan.
 */
export const scanPosts = z.object({
  posts: z.array(scanPost),
  total: z.number().int(),
  totalPages: z.number().int(),
  /** With the reason `filtered`: how many were dropped because they are in these languages. Else empty. */
  languages: z.array(z.object({ language: z.string(), posts: z.number().int() })),
});
export type ScanPosts = z.infer<typeof scanPosts>;

/**
 * The best posts under the threshold, best first, at most `mostClosePosts`: of this scan, and of earlier scans with the same
 * business and communities. Posts that the user made leads are left out.
 */
export const closePosts = z.object({
  posts: z.array(scanPost),
  /** The labels of the communities that the scan searched, without those that it could not read. */
  searched: z.array(z.string()),
  /** The lowest score of a lead in the scan. */
  threshold: z.number(),
  /** The business, its strategy or the scoring model changed after the scan. Its scores no longer apply: `posts` is empty. */
  isOutdated: z.boolean(),
});
export type ClosePosts = z.infer<typeof closePosts>;

/** `communities` is 0 while the user does not listen. `heardAt`: when their last post was stored; null before the first. */
export const listening = z.object({ communities: z.number().int(), heardAt: timestamp.nullable() });
export type Listening = z.infer<typeof listening>;

/** Memory and uptime of the answering process. The other values count the user's scans. */
export const performanceMetrics = z.object({
  systemMetrics: z.object({
    /** Bytes. `limit` is V8's heap limit, or the container's memory if it is smaller; `percentage` is heapUsed as a share of it. */
    memory: z.object({ heapUsed: z.number(), heapTotal: z.number(), limit: z.number(), percentage: z.number() }),
    /** Seconds. */
    uptime: z.number(),
  }),
  scansCompleted: z.number().int(),
  /** Average duration of a completed scan in milliseconds. */
  averageDuration: z.number(),
  /** Average posts per second of a completed scan. */
  averageThroughput: z.number(),
  totalLeadsFound: z.number().int(),
});
export type PerformanceMetrics = z.infer<typeof performanceMetrics>;

/** Error codes of a call to the community site. */
const sourceErrors = [
  'source.not-found',
  'source.private',
  'source.quarantined',
  'source.banned',
  'source.rate-limited',
  'source.unavailable',
  'source.refused',
] as const;

const jobParams = z.object({ jobId: z.string().min(1) });
const postParams = jobParams.extend({ postId: z.string().min(1) });

/** Scans of the signed-in user: at most one runs at a time. */
export const scanContract = {
  startScan: endpoint({
    summary: 'Starts a scan; 200 with the running job where one runs',
    method: 'POST',
    path: '/api/leads/scan/start',
    statuses: [202, 200],
    response: z.object({ jobId: z.string() }),
    errors: ['scan.no-business', 'scan.no-communities'],
  }),
  latestScan: endpoint({
    summary: 'The newest scan job, or null',
    method: 'GET',
    path: '/api/leads/scan/latest',
    response: scanJob.nullable(),
  }),
  listening: endpoint({
    summary: 'The communities whose posts are judged for the user as they come, between scans',
    method: 'GET',
    path: '/api/leads/scan/listening',
    response: listening,
  }),
  scanStatus: endpoint({
    summary: 'One scan job',
    method: 'GET',
    path: '/api/leads/scan/status/:jobId',
    params: jobParams,
    response: scanJob,
    errors: ['scan.not-found'],
  }),
  cancelScan: endpoint({
    summary: 'Ends a running scan; leads found stay',
    method: 'POST',
    path: '/api/leads/scan/cancel/:jobId',
    params: jobParams,
    response: scanJob,
    errors: ['scan.not-found', 'scan.ended'],
  }),
  listScanPosts: endpoint({
    summary: 'The posts of a scan by what became of them, each with its reason',
    method: 'GET',
    path: '/api/leads/scan/:jobId/posts',
    params: jobParams,
    query: scanPostsQuery,
    response: scanPosts,
    errors: ['scan.not-found'],
  }),
  listClosePosts: endpoint({
    summary: 'The best posts under the threshold after a scan, at most five',
    method: 'GET',
    path: '/api/leads/scan/:jobId/close-posts',
    params: jobParams,
    response: closePosts,
    errors: ['scan.not-found'],
  }),
  rescuePost: endpoint({
    summary: 'Makes a lead of a post that a scan dropped, whatever the caps; without effect where it is one already',
    method: 'POST',
    path: '/api/leads/scan/:jobId/posts/:postId/rescue',
    params: postParams,
    statuses: [202],
    response: scanPost,
    errors: ['scan.not-found', 'post.not-found', 'post.gone', ...sourceErrors],
  }),
  previewScan: endpoint({
    summary:
      'Scores up to 100 of the newest posts of one community, also by settings not yet saved, and stores nothing',
    method: 'POST',
    path: '/api/leads/scan/preview',
    body: previewRequest,
    response: scanPreview,
    errors: ['scan.no-business', 'rate.limited', 'source.unknown', ...sourceErrors],
  }),
  learning: endpoint({
    summary: 'What scans have learned from what the user did with leads, and whether it is applied',
    method: 'GET',
    path: '/api/learning',
    response: learning,
  }),
  turnLearning: endpoint({
    summary: 'Turns the use of what was learned on or off; what the user does is kept in mind all the same',
    method: 'PATCH',
    path: '/api/learning',
    body: z.object({ isOn: z.boolean('isOn must be true or false') }),
    response: learning,
  }),
  forgetLearning: endpoint({
    summary: 'Forgets all that was learned from what the user did',
    method: 'DELETE',
    path: '/api/learning',
    statuses: [204],
    response: noContent,
  }),
  modelUsage: endpoint({
    summary: 'Whether a model scores for the user, and what it has used today',
    method: 'GET',
    path: '/api/model-usage',
    response: modelUsage,
  }),
  modelSetBy: endpoint({
    summary: 'Where the model server is configured, which auth cannot know',
    method: 'GET',
    path: '/internal/model-set-by',
    callers: ['auth'],
    response: modelUsage.pick({ setBy: true }),
  }),
  testModel: endpoint({
    summary: 'Asks the configured model server for its models, for administrators; it takes no address',
    method: 'POST',
    path: '/api/admin/model-test',
    access: 'admin',
    response: modelTest,
    errors: ['rate.limited'],
  }),
  findModelServers: endpoint({
    summary: 'Looks for model servers at their usual addresses on this computer; finds none in a cluster',
    method: 'POST',
    path: '/api/admin/find-model-servers',
    access: 'admin',
    response: z.object({ servers: z.array(foundModelServer) }),
    errors: ['rate.limited'],
  }),
  performance: endpoint({
    summary: 'How the system and the scans of the user are doing',
    method: 'GET',
    path: '/api/performance/metrics',
    response: performanceMetrics,
  }),
};
