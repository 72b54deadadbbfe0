import type { Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
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
 * know of scans receive. An event that was left out is followed by `tell`, so that the last progress is always told
 * while the job runs. A crash may lose that; the job's next change tells it.
 */
export function progressPace(options: {
  readonly everyMs: number;
  /** Stores a progress event of the job's present state. */
  readonly tell: (jobId: string) => Promise<unknown>;
  readonly log: Pick<Logger, 'warn'>;
}): ProgressPace {
  const { everyMs, tell, log } = options;
  const slots = new Map<string, Slot>();
  const telling = new Set<Promise<void>>();
  let stopped = false;
  const end = (jobId: string) => {
    const slot = slots.get(jobId);
    slots.delete(jobId);
    if (slot?.more !== true) return;
    const told = tell(jobId)
      .catch((err: unknown) => log.warn({ err, jobId }, 'the progress of a scan could not be told'))
      .then(() => void telling.delete(told));
    telling.add(told);
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
      await Promise.all(telling);
    },
  };
}

function isProgress({ kind }: JobMessage): boolean {
  return kind === 'progressed';
}
