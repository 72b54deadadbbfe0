import { type Clock, type KeyValue, leaseToSaveWork, type Logger } from '@earshot/core';
import { type Part, repeatedWork } from '@earshot/service-kit';
import type { Sources } from '@earshot/sources';
import { type MonitorDeps, watchSource } from '../domain/source-monitor.ts';

const everyMs = 60_000;

/** Watches the sources in use. A lease lets one replica look at a time, which saves work. */
export function createSourceMonitor(
  deps: MonitorDeps & {
    readonly sources: Pick<Sources, 'all'>;
    readonly kv: Pick<KeyValue, 'lease'>;
    readonly clock: Clock;
    readonly log: Logger;
  },
): Part {
  const { sources, kv, clock, log } = deps;
  const look = async () => {
    const lease = await leaseToSaveWork(kv, 'source-monitor', everyMs);
    if (lease === null) return;
    try {
      for (const { definition } of sources.all) await watchSource(deps, definition.id, clock.now());
    } finally {
      await lease.release();
    }
  };
  const failure = 'the state of the sources could not be checked';
  return repeatedWork({ name: 'source monitor', everyMs, work: look, log, failure });
}
