import { consume, defineService, newId } from '@earshot/platform';
import { authContract, leadContract, scanContract } from '@earshot/proto/http';
import { scorers } from './clients/scorers.ts';
import { settingsClient } from './clients/settings.ts';
import { scanConfig, scanWorkerConfig } from './config.ts';
import { pacer } from './domain/pacer.ts';
import { prefilterer } from './domain/scoring/prefilter.ts';
import { settleJob } from './domain/settle-job.ts';
import { onLeadCreated, onLeadRefused } from './events/on-lead-outcome.ts';
import { onScanTaskRequested } from './events/on-scan-task-requested.ts';
import { scanRoutes } from './http/scan-routes.ts';
import { createSettler } from './jobs/settler.ts';
import { createSweeper } from './jobs/sweeper.ts';
import { openStores } from './open-stores.ts';
import { scanModels } from './store/models.ts';
import { feedStore, postCache } from './store/post-store.ts';

/** Scan jobs: starts, shows and ends them, and follows what becomes of the posts they found. */
export const scanService = defineService({
  name: 'scan',
  database: 'scan',
  config: scanConfig,
  models: (documents) => Object.values(scanModels(documents)),
  serves: Object.values(scanContract),
  calls: [leadContract.getScanSettings, authContract.getPreferences],
  publishes: ['scanTaskRequested', 'scanProgressed', 'scanEnded', 'leadFound'],
  consumes: ['leadCreated', 'leadRefused'],
  start: async (platform) => {
    const { clock, log } = platform;
    const { jobs, verdicts, relays } = openStores(platform);
    const settle = (jobId: string) => settleJob({ jobs, verdicts, clock }, jobId);
    const settler = createSettler({ settle, log });
    const outcomes = { jobs, verdicts, settle, settleSoon: (jobId: string) => settler.soon(jobId) };
    const start = { jobs, verdicts, ...settingsClient(platform.call), scorerFor: scorers(platform.llm), clock, newId };
    return {
      relays,
      routes: scanRoutes(start),
      subscriptions: [
        consume({
          group: 'scan',
          topic: 'lead.events',
          handlers: { leadCreated: onLeadCreated(outcomes), leadRefused: onLeadRefused(outcomes) },
        }),
      ],
      jobs: [settler, createSweeper({ jobs, verdicts, settle, clock, log })],
    };
  },
});

/** Long enough to wait out a source's rate limit and to score a listing with a slow model. */
const taskDeadlineMs = 30 * 60_000;
const reportEveryMs = 200;

/** The worker role: reads communities and judges their posts. Add processes to share the work. */
export const scanWorker = defineService({
  name: 'scan-worker',
  database: 'scan',
  config: scanWorkerConfig,
  models: (documents) => Object.values(scanModels(documents)),
  serves: [],
  calls: [],
  publishes: ['scanTaskRequested', 'scanProgressed', 'scanEnded', 'leadFound'],
  consumes: ['scanTaskRequested'],
  start: async (platform, config) => {
    const { clock, documents, kv, log, source } = platform;
    const { jobs, verdicts, relays } = openStores(platform);
    const { post, feed } = scanModels(documents);
    const task = {
      ...{ jobs, verdicts, clock, kv, log, source },
      posts: postCache(post),
      feeds: feedStore(feed),
      prefilter: prefilterer(),
      scorerFor: scorers(platform.llm),
      mayReport: pacer(reportEveryMs, () => clock.now().getTime()),
    };
    return {
      relays,
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
