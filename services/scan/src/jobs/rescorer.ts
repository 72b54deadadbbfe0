import type { KeyValue, Logger } from '@earshot/core';
import type { Part } from '@earshot/service-kit';
import { leaseToSaveWork } from '@earshot/core';
import { repeatedWork } from '@earshot/service-kit';
import type { RescoreDeps } from '../domain/rescore.ts';
import { rescoreDue } from '../domain/rescore.ts';

/** How soon after a model is back its users' provisional scores begin to be replaced. */
const everyMs = 15_000;
/** Longer than a call of a model with all its repairs, before each of which it is renewed. */
const leaseMs = 120_000;

export interface RescorerDeps extends Omit<RescoreDeps, 'stillMine'> {
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly log: Logger;
  /** Whether calls of models would fail at once just now. */
  readonly isAway: () => boolean;
}

/** Scores what waits for a model, at its start and every few seconds: one process at a time, which spares the others the work. */
export function createRescorer(deps: RescorerDeps): Part {
  const stopping = new AbortController();
  const look = async () => {
    if (deps.isAway()) return;
    const lease = await leaseToSaveWork(deps.kv, 'scan-rescorer', leaseMs);
    if (lease === null) return;
    try {
      await rescoreDue({ ...deps, stillMine: () => lease.renew(leaseMs) }, stopping.signal);
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
