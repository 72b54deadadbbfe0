import { defineService, followModel, followsModel, noSettings, type Platform, rateLimiter } from '@earshot/service-kit';
import { fairSlots, newId, pacer, sharedWork } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { encoderPart, localEncoder } from '@earshot/encoder';
import {
  authContract,
  leadContract,
  ownDataContract,
  postWordsContract,
  scanContract,
  sourceHealthContract,
  sourceUsersContract,
} from '@earshot/proto/http';
import type { JobId, PostRef, UserId } from '@earshot/proto/refs';
import { countedScorers } from './clients/counted-scorers.ts';
import { keylessScorer, prefilterer, scorers } from '@earshot/scoring';
import { leadScores, settingsClient } from './clients/lead.ts';
import { scanWorkerConfig } from './config.ts';
import { hasEnded } from './domain/job.ts';
import { cancelJob } from './domain/job-changes.ts';
import { type LabelStore, learnedOf, meaningOf } from './domain/labels.ts';
import { stopListening } from './domain/listening.ts';
import type { JobStore } from './domain/ports.ts';
import type { PreviewDeps } from './domain/preview-scan.ts';
import { onPostsStored } from './events/on-posts-stored.ts';
import { onScanTaskRequested, onScanTaskUnended } from './events/on-scan-task-requested.ts';
import { learningRoutes } from './http/learning-routes.ts';
import { modelServerRoutes, modelUsageRoute } from './http/model-routes.ts';
import { foundPostsRoute, funnelRoutes, performanceRoute, previewRoute, scanRoutes } from './http/scan-routes.ts';
import { ingestParts } from './ingest/ingest-parts.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { createSettler } from './jobs/settler.ts';
import { createSweeper } from './jobs/sweeper.ts';
import { openStores } from './open-stores.ts';
import { scanModels, scanStorage } from './store/models.ts';
import { rejudger } from './rejudger-parts.ts';
import { sourceHealthParts } from './source-health-parts.ts';
import { answerStore } from './store/answer-store.ts';
import { feedFollower, feedStore } from './store/feed-store.ts';
import { backgroundReads } from './store/listener-store.ts';
import { postCache } from './store/post-store.ts';
import { rejudgeRequests } from './store/rejudge-store.ts';
import { postVectors } from './store/vector-store.ts';
import { leadEvents, postChanges } from './events/on-configuration-saved.ts';
import { createRescorer } from './jobs/rejudger.ts';
import { settleJob } from './domain/task-run.ts';

/** The API role: starts, shows and cancels scan jobs, and records whether the posts they found became leads. */
export const scanService = defineService({
  name: 'scan',
  config: noSettings,
  ...scanStorage,
  serves: [
    ...Object.values(scanContract),
    ...Object.values(sourceHealthContract),
    postWordsContract.listFoundPosts,
    ownDataContract.scanData,
  ],
  calls: [
    leadContract.getScanSettings,
    leadContract.listLeadsToJudge,
    sourceUsersContract.listSourceUsers,
    postWordsContract.applyScores,
    authContract.getPreferences,
    ...followsModel.calls,
  ],
  reaches: ['source', 'model'],
  publishes: ['scanTaskRequested', 'scanProgressed', 'scanEnded', 'leadFound', 'sourceStopped', 'sourceResumed'],
  consumes: [
    'leadCreated',
    'leadRefused',
    'leadStatusChanged',
    'leadRated',
    'configurationSaved',
    'communityAdded',
    'communityRemoved',
    'samplesRemoved',
    'preferencesSaved',
    'postEdited',
    'postRemoved',
    ...followsModel.consumes,
  ],
  start: async (platform) => {
    const { clock, log, sources } = platform;
    const { jobs, verdicts, fates, labels, schedules, listeners, rescores, relays, pace } = openStores(platform);
    const settle = (jobId: JobId) => settleJob({ jobs, verdicts, clock }, jobId);
    const settler = createSettler({ settle, log });
    const outcomes = { jobs, verdicts, settle, settleSoon: (jobId: JobId) => settler.soon(jobId) };
    const meaning = meaningOn(platform);
    const settings = settingsOn(platform, meaning, labels);
    const start = { jobs, verdicts, schedules, ...settings, sources, clock, newId, admit: startLimit(platform) };
    const following = { ...settings, listeners, sources, clock, background: readsOn(platform) };
    const rejudging = rejudger(platform, { ...start, ...judgingAlone(platform, meaning) }, following);
    const followed = followModel(platform);
    const health = sourceHealthParts(platform, settings);
    return {
      relays: [...relays, health.relay],
      resources: [...followed.resources, meaning.encoder],
      routes: [
        ...scanRoutes({ ...start, listeners }),
        previewRoute(previewing(platform, start)),
        ...funnelRoutes({ ...start, fates, labels, ...meaning, ...judgingAlone(platform, meaning) }),
        foundPostsRoute({ fates, posts: postCache(scanModels(platform.documents).post) }),
        ...learningRoutes({ labels, clock, ...rejudging }),
        ...health.routes,
        performanceRoute({ jobs, clock }),
        modelUsageRoute({ ...platform, rescores }),
        ...modelServerRoutes({ ...platform, ...settings, ...followed }),
      ],
      subscriptions: [
        ...followed.subscriptions,
        ...rejudging.subscriptions,
        leadEvents({ ...outcomes, ...following, labels, schedules, ...meaning, ...rejudging }),
        postChanges({ verdicts, clock, ...rejudging }),
      ],
      jobs: [
        pace,
        settler,
        createSweeper({ jobs, verdicts, settle, clock, log }),
        rejudging.job,
        health.monitor,
        createScheduler({ ...start, log, kv: platform.kv }),
      ],
      forget: async (userId) => {
        await stopListening(listeners, userId);
        await forget(platform, jobs, userId);
      },
    };
  },
});

/** What a user has chosen and taught, and the scorer that follows from it. */
function settingsOn(platform: Platform, meaning: Meaning, labels: LabelStore) {
  const scorerFor = scorersOn(platform, meaning);
  const { vectors } = meaning;
  return { ...settingsClient(platform.call), learnedOf: learnedOf(labels), scorerFor, vectors };
}

/** Starts what ingest reads for users who listen. */
function readsOn({ documents, kv, clock }: Platform) {
  return backgroundReads({ model: scanModels(documents).feed, kv, now: () => clock.now() });
}

/** Cancels the user's running job. Its workers stop at their next check whether the job is still running. */
async function forget({ ledger, clock }: Platform, jobs: JobStore, userId: UserId): Promise<void> {
  await ledger.forget(userId);
  const running = await jobs.findRunning(userId);
  if (running === null) return;
  const now = clock.now();
  await jobs.change(running.id, (stored) => (hasEnded(stored) ? null : cancelJob(stored, now)));
}

/** The dependencies that judge cached posts without a model. */
function judgingAlone({ documents }: Platform, { vectors }: Meaning) {
  const keyless = keylessScorer({ vectors });
  return { posts: postCache(scanModels(documents).post), prefilter: prefilterer(), keyless, vectors };
}

type Meaning = ReturnType<typeof meaningOn>;

/** The sentence encoder, and the vectors that it made. */
function meaningOn({ documents, clock, log, meters }: Platform) {
  const encoder = localEncoder({ log, meters });
  const { vector, post } = scanModels(documents);
  const vectors = postVectors({ model: vector, encoder, clock, log });
  return { vectors, meaningOf: meaningOf(postCache(post), vectors), encoder: encoderPart(encoder) };
}

function scorersOn({ model, ledger, documents, clock, log, meters }: Platform, { vectors }: Meaning) {
  const cache = answerStore({ model: scanModels(documents).answer, clock, log });
  return countedScorers(scorers({ llm: () => model.current(), ledger, cache, vectors }), {
    meters,
    hasModel: () => model.current() !== null,
  });
}

/** Scans that a user may start per minute, so that starting and cancelling in a loop costs others little. */
const startsAMinute = 6;

function startLimit({ kv, clock }: Platform): (userId: UserId) => Promise<void> {
  const limit = rateLimiter({ kv, name: 'scan-start', points: startsAMinute, durationMs: 60_000, clock });
  return (userId) => limit.take(userId);
}

/** Previews per user and minute. */
const previewsAMinute = 10;

function previewing(
  { documents, kv, clock, log, sources }: Platform,
  {
    settingsOf,
    preferencesOf,
    scorerFor,
    learnedOf,
    vectors,
  }: Pick<PreviewDeps, 'settingsOf' | 'preferencesOf' | 'scorerFor' | 'learnedOf' | 'vectors'>,
): PreviewDeps {
  const { post, feed } = scanModels(documents);
  const limit = rateLimiter({ kv, name: 'scan-preview', points: previewsAMinute, durationMs: 60_000, clock });
  return {
    settingsOf,
    preferencesOf,
    scorerFor,
    learnedOf,
    vectors,
    sources,
    clock,
    log,
    prefilter: prefilterer(),
    posts: postCache(post),
    feeds: feedStore(feed),
    reading: sharedWork(),
    admit: (userId) => limit.take(userId),
  };
}

/** Long enough to wait out a source's rate limit and to score a listing with a slow model. */
const taskDeadlineMs = 30 * 60_000;
const reportEveryMs = 200;

/** The worker role: judges the posts that ingest reads. Add processes to share the work. */
export const scanWorker = defineService({
  name: 'scan-worker',
  config: scanWorkerConfig,
  ...scanStorage,
  serves: [],
  calls: [postWordsContract.applyScores, ...followsModel.calls],
  reaches: ['source', 'model'],
  publishes: ['scanTaskRequested', 'scanProgressed', 'scanEnded', 'leadFound'],
  consumes: ['scanTaskRequested', 'postsStored', ...followsModel.consumes],
  start: async (platform, config) => {
    const { clock, documents, kv, log, sources } = platform;
    const { jobs, verdicts, labels, listeners, rescores, relays, pace } = openStores(platform);
    const { post, feed, rejudgement } = scanModels(documents);
    const { follow } = rejudgeRequests(rejudgement);
    const meaning = meaningOn(platform);
    const feeds = feedFollower({ model: feed, kv, clock });
    const task = {
      jobs,
      verdicts,
      clock,
      log,
      sources,
      posts: postCache(post),
      feeds,
      prefilter: prefilterer(),
      edited: (userId: UserId, edited: readonly PostRef[]) => follow(userId, clock.now(), edited),
      scorerFor: scorersOn(platform, meaning),
      vectors: meaning.vectors,
      isReportDue: pacer(reportEveryMs, () => clock.now().getTime()),
    };
    const slots = fairSlots(config.SCAN_TASKS_AT_ONCE);
    const { model } = platform;
    const followed = followModel(platform);
    const applyScores = leadScores(platform.call);
    const hearing = { ...task, listeners, learnedOf: learnedOf(labels), newId, slots };
    const rescoring = { ...hearing, verdicts: rescores, applyScores, kv };
    return {
      relays,
      resources: [...followed.resources, meaning.encoder, feeds],
      jobs: [
        pace,
        createRescorer({ ...rescoring, isAway: () => model.current()?.isAway?.() ?? model.current() === null }),
      ],
      subscriptions: [
        ...followed.subscriptions,
        consume({
          group: 'scan-worker',
          topic: 'scan.tasks',
          deadlineMs: taskDeadlineMs,
          handlers: {
            scanTaskRequested: onScanTaskRequested({ ...task, slots }),
            postsStored: onPostsStored({ ...hearing, heardPosts: platform.meters.counter('heardPosts') }),
          },
          mostUnended: 3,
          unended: { scanTaskRequested: onScanTaskUnended(task) },
        }),
      ],
    };
  },
});

/** The ingest role: reads communities into the post cache, once for all users. Only it writes the cache. */
export const scanIngest = defineService({
  name: 'scan-ingest',
  config: noSettings,
  ...scanStorage,
  serves: [],
  calls: [],
  reaches: ['source'],
  publishes: ['postEdited', 'postRemoved', 'postsStored'],
  consumes: [],
  start: async (platform) => ingestParts(platform),
});
