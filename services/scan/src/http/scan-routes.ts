import { answer, type Route, route } from '@earshot/service-kit';
import { appError, type Clock } from '@earshot/core';
import { type PreviewedPost, scanContract, type ScanJob as JobView } from '@earshot/proto/http/scan';
import { type ScanJob, viewOf, waitOf } from '../domain/job.ts';
import { cancelJob } from '../domain/job-changes.ts';
import type { ListenerStore } from '../domain/listening.ts';
import { type StartDeps, startScan } from '../domain/start-scan.ts';
import { listClosePosts, listScanPosts } from '../domain/funnel.ts';
import { keepAsLead, type KeepAsLeadDeps } from '../domain/keep-as-lead.ts';
import { postWordsContract } from '@earshot/proto/http';
import { type FoundPostsDeps, listFoundPosts } from '../domain/found-posts.ts';
import { getHeapStatistics } from 'node:v8';
import { figuresReader, type ResultStore } from '../domain/performance.ts';
import { authorLabel, communityView } from '@earshot/sources';
import { type PreviewDeps, previewScan, type ScoredPost } from '../domain/preview-scan.ts';
import { settleCancelled } from '../domain/task-run.ts';

/** Starts, shows and cancels the user's scans, and shows what the user listens to between them. */
export function scanRoutes(deps: StartDeps & { readonly listeners: Pick<ListenerStore, 'find'> }): Route[] {
  const { jobs, schedules, listeners, clock } = deps;
  const present = async (job: ScanJob): Promise<JobView> => {
    const schedule = await schedules.find(job.userId);
    return { ...viewOf(job), ...waitOf(job), nextScanAt: schedule?.running?.nextAt.toISOString() ?? null };
  };
  return [
    route(scanContract.startScan, async ({ userId }) => {
      const { jobId, started } = await startScan(deps, userId);
      return answer({ jobId }, { status: started ? 202 : 200 });
    }),
    route(scanContract.latestScan, async ({ userId }) => {
      const job = await jobs.findLatest(userId);
      return job === null ? null : present(job);
    }),
    route(scanContract.listening, async ({ userId }) => {
      const listener = await listeners.find(userId);
      return { communities: listener?.communities.length ?? 0, heardAt: listener?.heardAt?.toISOString() ?? null };
    }),
    route(scanContract.scanStatus, async ({ userId, params: { jobId } }) => {
      const job = await jobs.findOwn(userId, jobId);
      if (job === null) throw appError('scan.not-found', { jobId });
      return present(job);
    }),
    route(scanContract.cancelScan, async ({ userId, params: { jobId } }) => {
      const own = await jobs.findOwn(userId, jobId);
      const job = own === null ? null : await jobs.change(jobId, (stored) => cancelJob(stored, clock.now()));
      if (job === null) throw appError('scan.not-found', { jobId });
      return present((await settleCancelled(deps, jobId)) ?? job);
    }),
  ];
}

/** Lists the posts of a scan, and keeps dropped ones as leads. */
export function funnelRoutes(deps: KeepAsLeadDeps): Route[] {
  return [
    route(scanContract.listScanPosts, ({ userId, params: { jobId }, query }) =>
      listScanPosts(deps, { userId, jobId, ...query }),
    ),
    route(scanContract.listClosePosts, ({ userId, params: { jobId } }) => listClosePosts(deps, { userId, jobId })),
    route(scanContract.rescuePost, ({ userId, params }) => keepAsLead(deps, { userId, ...params })),
  ];
}

/** Returns the words of found posts to the lead service, because `lead.found` contains none. */
export function foundPostsRoute(deps: FoundPostsDeps): Route {
  return route(postWordsContract.listFoundPosts, ({ userId, body: { posts } }) => listFoundPosts(deps, userId, posts));
}

/** Reports figures of this process and of the user's scans. */
export function performanceRoute({ jobs, clock }: { jobs: ResultStore; clock: Clock }): Route {
  const figuresOf = figuresReader(jobs);
  return route(scanContract.performance, async ({ userId }) => {
    const figures = await figuresOf(userId, clock.now());
    const { heapUsed, heapTotal } = process.memoryUsage();
    const limit = memoryLimit();
    const percentage = Math.round((1_000 * heapUsed) / limit) / 10;
    return {
      systemMetrics: { memory: { heapUsed, heapTotal, limit, percentage }, uptime: process.uptime() },
      ...figures,
    };
  });
}

/**
 * The memory in bytes at which this process would end: the heap limit of V8, or the memory of the container if it is
 * smaller. Node reports 0, or more than any machine has, where nothing limits the container.
 */
function memoryLimit(): number {
  const container = process.constrainedMemory();
  return Math.min(getHeapStatistics().heap_size_limit, container > 0 ? container : Infinity);
}

/** Previews a scan of one community. */
export function previewRoute(deps: PreviewDeps): Route {
  return route(scanContract.previewScan, async ({ userId, body, request }) => {
    const { scored, community, ...preview } = await previewScan(deps, { userId, ...body }, request.signal);
    const { source } = preview;
    const posts = scored.map((one) => presentPost(one, source, preview.threshold));
    return { ...preview, subreddit: community, ...communityView({ source, name: community }), posts };
  });
}

function presentPost({ post, verdict }: ScoredPost, source: string, threshold: number): PreviewedPost {
  const { score, relevance, matchReason, scorerVersion, provisional = false, parts } = verdict;
  return {
    redditPostId: post.id,
    title: post.title,
    content: post.selftext,
    author: post.author,
    authorLabel: authorLabel(source, post.author),
    url: post.url,
    postCreatedAt: post.createdAt.toISOString(),
    score: score.toFixed(1),
    relevance,
    matchReason,
    aiAnalysis: { scorerVersion, provisional, parts: [...parts] },
    wouldBeLead: score >= threshold,
  };
}
