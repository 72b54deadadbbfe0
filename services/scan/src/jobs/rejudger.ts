import { type KeyValue, leaseToSaveWork, type Logger } from '@earshot/core';
import { type Part, repeatedWork } from '@earshot/service-kit';
import { type RejudgeDeps, rejudgeDue, type RejudgeStore } from '../domain/rejudge.ts';
import { type RescoreDeps, rescoreDue } from '../domain/rescore.ts';

/** Interval between runs that no request causes: the delay after a restart, an outage or a scan. */
const everyMs = 15_000;
/** Longer than a call of a model with all its repair requests. The lease is renewed before each page. */
const leaseMs = 120_000;

export interface RejudgerDeps extends Omit<RejudgeDeps, 'isLeader'> {
  readonly rejudgements: RejudgeStore;
  readonly kv: Pick<KeyValue, 'lease'>;
  readonly log: Logger;
}

/** Identifies the scorers of this release, with and without a model. The model's name is the user's choice, so any serves. */
function releaseOf({ keyless, scorerFor }: Pick<RejudgerDeps, 'keyless' | 'scorerFor'>): string {
  return `${keyless.version} ${scorerFor('', '').version}`;
}

export interface Rejudger extends Part {
  /** Starts now, unless it runs. */
  soon(): void;
}

/**
 * Judges leads again, also those of an earlier release of the scorer, or from before a model was connected. A lease lets one process do it at a time, which saves
 * work.
 */
export function createRejudger(deps: RejudgerDeps): Rejudger {
  const stopping = new AbortController();
  let known = '';
  const look = async () => {
    const lease = await leaseToSaveWork(deps.kv, 'scan-rejudger', leaseMs);
    if (lease === null) return;
    try {
      // A model may be connected or disconnected at any time.
      const release = releaseOf(deps);
      if (release !== known) await deps.rejudgements.requestFor(release, deps.clock.now());
      known = release;
      const isLeader = () => lease.renew(leaseMs);
      while (await rejudgeDue({ ...deps, isLeader }, stopping.signal));
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    } finally {
      await lease.release();
    }
  };
  const failure = 'leads of a changed business could not be judged';
  const work = repeatedWork({ name: 'scan rejudger', everyMs, work: look, log: deps.log, failure });
  return {
    name: work.name,
    soon: () => work.runNow(),
    start: () => work.start(),
    stop: async () => {
      stopping.abort();
      await work.stop();
    },
  };
}

/** Interval between runs: the maximum delay until rescoring starts once the model is available again. */
const rescoreEveryMs = 15_000;
/** Longer than a call of a model with all its repair requests. The lease is renewed before each call. */
const rescoreLeaseMs = 120_000;

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
    const lease = await leaseToSaveWork(deps.kv, 'scan-rescorer', rescoreLeaseMs);
    if (lease === null) return;
    try {
      await rescoreDue({ ...deps, renewLease: () => lease.renew(rescoreLeaseMs) }, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    } finally {
      await lease.release();
    }
  };
  const failure = 'provisional scores could not be replaced';
  const work = repeatedWork({ name: 'scan rescorer', everyMs: rescoreEveryMs, work: look, log: deps.log, failure });
  return {
    name: work.name,
    start: () => work.start(),
    stop: async () => {
      stopping.abort();
      await work.stop();
    },
  };
}
