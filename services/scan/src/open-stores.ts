import type { Platform } from '@earshot/service-kit';
import { foundEvent, jobEvents, rescoredEvent } from './events/scan-events.ts';
import { countedJobs } from './store/counted-jobs.ts';
import { fateStore } from './store/fate-store.ts';
import { jobStore } from './store/job-store.ts';
import { labelStore } from './store/label-store.ts';
import { scanModels } from './store/models.ts';
import { rescoreStore } from './store/rescore-store.ts';
import { verdictStore } from './store/verdict-store.ts';

/** The stores that both roles share, and the relays that publish their events. */
export function openStores(platform: Platform) {
  const { job, verdict, label, learning } = scanModels(platform.documents);
  const jobRelay = platform.relay(job);
  const verdictRelay = platform.relay(verdict);
  const event = platform.event;
  const jobs = jobStore({ model: job, eventsOf: jobEvents(event), notify: () => jobRelay.notify() });
  const found = foundEvent(event);
  const notifyVerdicts = () => verdictRelay.notify();
  return {
    relays: [jobRelay, verdictRelay],
    jobs: countedJobs(jobs, platform.meters),
    labels: labelStore({ label, learning }),
    verdicts: verdictStore({ model: verdict, foundEvent: (job, post) => found(job, post), notify: notifyVerdicts }),
    rescores: rescoreStore({ model: verdict, rescoredEvent: rescoredEvent(event), notify: notifyVerdicts }),
    fates: fateStore({
      model: verdict,
      rescuedEvent: (job, post) => found(job, post, { rescued: true }),
      notify: notifyVerdicts,
    }),
  };
}
