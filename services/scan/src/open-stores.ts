import type { Platform } from '@earshot/service-kit';
import type { JobId } from '@earshot/proto/refs';
import { publishProgress } from './domain/job-changes.ts';
import { foundEvent, jobEvents } from './events/scan-events.ts';
import { countedJobs, jobStore } from './store/job-store.ts';
import { fateStore } from './store/fate-store.ts';
import { listenerStore } from './store/listener-store.ts';
import { labelStore } from './store/label-store.ts';
import { scanModels } from './store/models.ts';
import { progressPace } from './store/progress-pace.ts';
import { rescoreStore } from './store/rejudge-store.ts';
import { scheduleStore } from './store/schedule-store.ts';
import { verdictStore } from './store/verdict-store.ts';

/** Five progress events a second look smooth to a user. */
const progressEveryMs = 200;

/** The stores that both roles share, and the relays that publish their events. */
export function openStores(platform: Platform) {
  const { job, verdict, label, learning, listener, schedule } = scanModels(platform.documents);
  const jobRelay = platform.relay(job);
  const verdictRelay = platform.relay(verdict);
  const event = platform.event;
  const publish = (jobId: JobId) => jobs.change(jobId, publishProgress);
  const pace = progressPace({ everyMs: progressEveryMs, publish, log: platform.log });
  const jobs = jobStore({ model: job, eventsOf: jobEvents(event), notify: () => jobRelay.notify(), pace });
  const found = foundEvent(event);
  const notifyVerdicts = () => verdictRelay.notify();
  return {
    relays: [jobRelay, verdictRelay],
    pace,
    jobs: countedJobs(jobs, platform.meters),
    labels: labelStore({ label, learning }),
    schedules: scheduleStore(schedule),
    listeners: listenerStore(listener),
    verdicts: verdictStore({ model: verdict, foundEvent: (job, post) => found(job, post), notify: notifyVerdicts }),
    rescores: rescoreStore(verdict),
    fates: fateStore({
      model: verdict,
      keptAsLeadEvent: (job, post) => found(job, post, { rescued: true }),
      notify: notifyVerdicts,
    }),
  };
}
