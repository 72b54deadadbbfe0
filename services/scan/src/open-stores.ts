import type { Platform } from '@earshot/platform';
import { foundEvent, jobEvents } from './events/scan-events.ts';
import { jobModel } from './store/job-schema.ts';
import { jobStore } from './store/job-store.ts';
import { verdictModel } from './store/verdict-schema.ts';
import { verdictStore } from './store/verdict-store.ts';

/** The stores that both roles share, their models and the relays of their events. */
export function openStores(platform: Platform) {
  const job = jobModel(platform.documents);
  const verdict = verdictModel(platform.documents);
  const jobRelay = platform.relay(job);
  const verdictRelay = platform.relay(verdict);
  const event = platform.event;
  return {
    models: [job, verdict],
    relays: [jobRelay, verdictRelay],
    jobs: jobStore({ model: job, eventsOf: jobEvents(event), notify: () => jobRelay.notify() }),
    verdicts: verdictStore({ model: verdict, foundEvent: foundEvent(event), notify: () => verdictRelay.notify() }),
  };
}
