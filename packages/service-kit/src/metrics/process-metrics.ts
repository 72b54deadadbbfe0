import { totalmem } from 'node:os';
import type { ServiceName } from '@earshot/proto/values';
import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Meters } from '@earshot/core';
import { registryMeters } from './registry-meters.ts';
import { serveMetrics } from './serve-metrics.ts';

/** prom-client's 10 ms would be half of an idle service's processor time. */
const loopSampleMs = 100;

/** The metrics of a process, and how they are read. */
export interface ProcessMetrics {
  readonly meters: Meters;
  /**
   * Starts to measure the process and serves `/metrics`. If that fails, rejects with an error that explains what to do.
   */
  serve(at: { port: number; host: string }): Promise<{ stop(): Promise<void> }>;
  /** Returns the text that a scrape would get now. */
  text(): Promise<string>;
}

/** Creates the metrics of a process that runs these services. Call it once per process. */
export function processMetrics(services: readonly ServiceName[]): ProcessMetrics {
  const registry = new Registry();
  const meters = registryMeters(registry, services);
  return {
    meters,
    serve: (at) => {
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs });
      meters.gauge('memoryLimit').watch('process', () => [{ labels: {}, value: memoryLimitBytes() }]);
      return serveMetrics(registry, at);
    },
    text: () => registry.metrics(),
  };
}

/** Node returns 0, or more memory than exists, when the process has no limit. */
function memoryLimitBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
