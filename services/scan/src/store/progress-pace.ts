import type { Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import type { JobId } from '@earshot/proto/refs';
import type { JobChange, JobMessage } from '../domain/job-changes.ts';

/** Limits the progress events of each job. */
export interface ProgressPace extends Part {
  /** The change to write: without its progress event if the job had one shortly before. */
  paced(change: JobChange): JobChange;
  /** Must be called with each change that was written. */
  written(change: JobChange): void;
}

interface Slot {
  /** A progress event was left out since the last one. */
  more: boolean;
  readonly timer: NodeJS.Timeout;
}

/**
 * Allows one progress event per job and `everyMs` in this process: every event costs a record, which all services that
 * know of scans receive. After an event that was left out, `publish` is called when the next one is due, so that the
 * newest progress is always published while the job runs. A crash may lose that; the job's next change publishes it.
 */
export function progressPace(options: {
  readonly everyMs: number;
  /** Stores a progress event of the job's present state. */
  readonly publish: (jobId: JobId) => Promise<unknown>;
  readonly log: Pick<Logger, 'warn'>;
}): ProgressPace {
  const { everyMs, publish, log } = options;
  const slots = new Map<string, Slot>();
  const publishing = new Set<Promise<void>>();
  let stopped = false;
  const end = (jobId: JobId) => {
    const slot = slots.get(jobId);
    slots.delete(jobId);
    if (slot?.more !== true) return;
    const published = publish(jobId)
      .catch((err: unknown) => log.warn({ err, jobId }, 'the progress of a scan could not be published'))
      .then(() => void publishing.delete(published));
    publishing.add(published);
  };
  return {
    name: 'scan progress',
    paced: (change) => {
      const slot = slots.get(change.job.id);
      if (slot === undefined || !change.messages.some(isProgress)) return change;
      slot.more = true;
      return { job: change.job, messages: change.messages.filter((message) => !isProgress(message)) };
    },
    written: ({ job, messages }) => {
      if (stopped) return;
      if (messages.some(isProgress)) {
        clearTimeout(slots.get(job.id)?.timer);
        slots.set(job.id, { more: false, timer: setTimeout(() => end(job.id), everyMs).unref() });
      } else if (messages.some(({ kind }) => kind === 'ended')) {
        clearTimeout(slots.get(job.id)?.timer);
        slots.delete(job.id);
      }
    },
    start: async () => undefined,
    stop: async () => {
      stopped = true;
      for (const { timer } of slots.values()) clearTimeout(timer);
      slots.clear();
      await Promise.all(publishing);
    },
  };
}

function isProgress({ kind }: JobMessage): boolean {
  return kind === 'progressed';
}
