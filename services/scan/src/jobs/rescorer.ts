import type { KeyValue, Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { leaseToSaveWork } from '@earshot/core';
import { repeatedWork } from '@earshot/service-kit';
import type { RescoreDeps } from '../domain/rescore.ts';
import { rescoreDue } from '../domain/rescore.ts';

/** Interval between runs: the maximum delay until rescoring starts once the model is available again. */
const everyMs = 15_000;
/** Longer than a call of a model with all its repair requests. The lease is renewed before each call. */
const leaseMs = 120_000;

export interface RescorerDeps extends Omit<RescoreDeps, 'renewLease'> {
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly log: Logger;
  /** Whether calls of models would currently fail immediately. */
  readonly isAway: () => boolean;
}

/**
 * Replaces provisional scores at start and every few seconds (docs/decisions/0068). A lease lets one process do it at a
 * time, which saves work.
 */
export function createRescorer(deps: RescorerDeps): Part {
  const stopping = new AbortController();
  const look = async () => {
    if (deps.isAway()) return;
    const lease = await leaseToSaveWork(deps.kv, 'scan-rescorer', leaseMs);
    if (lease === null) return;
    try {
      await rescoreDue({ ...deps, renewLease: () => lease.renew(leaseMs) }, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    } finally {
      await lease.release();
    }
  };
  const failure = 'provisional scores could not be replaced';
  const work = repeatedWork({ name: 'scan rescorer', everyMs, work: look, log: deps.log, failure });
  return {
    name: work.name,
    start: () => work.start(),
    stop: async () => {
      stopping.abort();
      await work.stop();
    },
  };
}
