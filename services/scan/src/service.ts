import type { Platform } from '@earshot/service-kit';
import { newId } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { defineService, noSettings, rateLimiter } from '@earshot/service-kit';
import { authContract, leadContract, ownDataContract, scanContract } from '@earshot/proto/http';
import { countedScorers } from './clients/counted-scorers.ts';
import { scorers } from '@earshot/scoring';
import { settingsClient } from './clients/settings.ts';
import { scanWorkerConfig } from './config.ts';
import { hasEnded } from './domain/job.ts';
import { cancelJob } from './domain/job-changes.ts';
import { learnedOf } from '@earshot/scoring';
import { pacer } from './domain/pacer.ts';
import { keylessScorer } from '@earshot/scoring';
import { prefilterer } from '@earshot/scoring';
import type { JobStore } from './domain/ports.ts';
import type { PreviewDeps } from './domain/preview-scan.ts';
import { settleJob } from './domain/settle-job.ts';
import { sharedWork } from './domain/shared-work.ts';
import { onConfigurationSaved } from './events/on-configuration-saved.ts';
import { onLeadsCreated, onLeadsRefused } from './events/on-lead-outcome.ts';
import { onLeadRated, onLeadStatusChanged } from './events/on-lead-judged.ts';
import { onScanTaskRequested } from './events/on-scan-task-requested.ts';
import { funnelRoutes } from './http/funnel-routes.ts';
import { learningRoutes } from './http/learning-routes.ts';
import { modelTestRoute } from './http/model-test-route.ts';
import { modelUsageRoute } from './http/model-usage-route.ts';
import { performanceRoute } from './http/performance-route.ts';
import { previewRoute } from './http/preview-route.ts';
import { scanRoutes } from './http/scan-routes.ts';
import { createRescorer } from './jobs/rescorer.ts';
import { createScheduler } from './jobs/scheduler.ts';
import { createSettler } from './jobs/settler.ts';
import { createSweeper } from './jobs/sweeper.ts';
import { openStores } from './open-stores.ts';
import { answerStore } from './store/answer-store.ts';
import { scanDataNotes, scanModels, scanUpgrades } from './store/models.ts';
import { feedStore, postCache } from './store/post-store.ts';
import { scheduleStore } from './store/schedule-store.ts';

/** The API role: starts, shows and cancels scan jobs, and records whether the posts they found became leads. */
export const scanService = defineService({
  name: 'scan',
  database: 'scan',
  config: noSettings,
  models: (documents) => Object.values(scanModels(documents)),
  dataNotes: scanDataNotes,
  upgrades: scanUpgrades,
  serves: [...Object.values(scanContract), ownDataContract.scanData],
  calls: [leadContract.getScanSettings, authContract.getPreferences],
  reaches: ['source', 'model'],
  publishes: ['scanTaskRequested', 'scanProgressed', 'scanEnded', 'leadFound'],
  consumes: ['leadCreated', 'leadRefused', 'leadStatusChanged', 'leadRated', 'configurationSaved'],
  start: async (platform) => {
    const { clock, log } = platform;
    const { jobs, verdicts, fates, labels, rescores, relays, pace } = openStores(platform);
    const settle = (jobId: string) => settleJob({ jobs, verdicts, clock }, jobId);
    const settler = createSettler({ settle, log });
    const outcomes = { jobs, verdicts, settle, settleSoon: (jobId: string) => settler.soon(jobId) };
    const [leadCreated, leadRefused] = [onLeadsCreated(outcomes), onLeadsRefused(outcomes)];
    const schedules = scheduleStore(scanModels(platform.documents).schedule);
    const scorerFor = scorersOn(platform);
    const settings = { ...settingsClient(platform.call), learnedOf: learnedOf(labels) };
    const start = { jobs, verdicts, schedules, ...settings, scorerFor, sources: platform.sources, clock, newId };
    return {
      relays,
      routes: [
        ...scanRoutes(start),
        previewRoute(previewing(platform, start)),
        ...funnelRoutes({ jobs, fates, labels, clock, sources: platform.sources, ...judgingAlone(platform) }),
        ...learningRoutes({ labels, clock }),
        performanceRoute({ jobs, clock }),
        modelUsageRoute({ ...platform, rescores }),
        modelTestRoute({ ...platform, ...settings }),
      ],
      subscriptions: [
        consume({
          group: 'scan',
          topic: 'lead.events',
          handlers: {
            leadCreated: (event) => leadCreated([event]),
            leadRefused: (event) => leadRefused([event]),
            leadStatusChanged: onLeadStatusChanged({ labels }),
            leadRated: onLeadRated({ labels }),
            configurationSaved: onConfigurationSaved({ schedules, clock }),
          },
          batches: { leadCreated, leadRefused },
        }),
      ],
      jobs: [
        pace,
        settler,
        createSweeper({ jobs, verdicts, settle, clock, log }),
        createScheduler({ ...start, log, kv: platform.kv }),
      ],
      forget: (userId) => forget(platform, jobs, userId),
    };
  },
});

/** Cancels the user's running job. Its workers stop at their next check whether the job is still running. */
async function forget({ ledger, clock }: Platform, jobs: JobStore, userId: string): Promise<void> {
  await ledger.forget(userId);
  const running = await jobs.findRunning(userId);
  if (running === null) return;
  const now = clock.now();
  await jobs.change(running.id, (stored) => (hasEnded(stored) ? null : cancelJob(stored, now)));
}

/** The dependencies that judge cached posts without a model. */
function judgingAlone({ documents }: Platform) {
  return { posts: postCache(scanModels(documents).post), prefilter: prefilterer(), keyless: keylessScorer() };
}

function scorersOn({ llm, ledger, documents, clock, log, meters }: Platform) {
  const cache = answerStore({ model: scanModels(documents).answer, clock, log });
  return countedScorers(scorers({ llm, ledger, cache }), { meters, hasModel: llm !== null });
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
  }: Pick<PreviewDeps, 'settingsOf' | 'preferencesOf' | 'scorerFor' | 'learnedOf'>,
): PreviewDeps {
  const { post, feed } = scanModels(documents);
  const limit = rateLimiter({ kv, name: 'scan-preview', points: previewsAMinute, durationMs: 60_000, clock });
  return {
    settingsOf,
    preferencesOf,
    scorerFor,
    learnedOf,
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

/** The worker role: reads communities and judges their posts. Add processes to share the work. */
export const scanWorker = defineService({
  name: 'scan-worker',
  database: 'scan',
  config: scanWorkerConfig,
  models: (documents) => Object.values(scanModels(documents)),
  dataNotes: scanDataNotes,
  upgrades: scanUpgrades,
  serves: [],
  calls: [],
  reaches: ['source', 'model'],
  publishes: ['scanTaskRequested', 'scanProgressed', 'scanEnded', 'leadFound', 'postRescored'],
  consumes: ['scanTaskRequested'],
  start: async (platform, config) => {
    const { clock, documents, kv, log, sources } = platform;
    const { jobs, verdicts, rescores, relays, pace } = openStores(platform);
    const { post, feed } = scanModels(documents);
    const task = {
      jobs,
      verdicts,
      clock,
      kv,
      log,
      sources,
      posts: postCache(post),
      feeds: feedStore(feed),
      prefilter: prefilterer(),
      scorerFor: scorersOn(platform),
      mayReport: pacer(reportEveryMs, () => clock.now().getTime()),
    };
    const { llm } = platform;
    const rescoring = { verdicts: rescores, jobs, scorerFor: task.scorerFor, clock, kv, log };
    return {
      relays,
      // Without a model there are no provisional scores to replace.
      jobs: [pace, ...(llm === null ? [] : [createRescorer({ ...rescoring, isAway: () => llm.isAway?.() ?? false })])],
      subscriptions: [
        consume({
          group: 'scan-worker',
          topic: 'scan.tasks',
          concurrency: config.SCAN_TASKS_AT_ONCE,
          deadlineMs: taskDeadlineMs,
          handlers: { scanTaskRequested: onScanTaskRequested(task) },
        }),
      ],
    };
  },
});
