import { totalmem } from 'node:os';
import type { ServiceName } from '@earshot/proto/values';
import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Meters } from '@earshot/core';
import { registryMeters } from './registry-meters.ts';
import { serveMetrics } from './serve-metrics.ts';

/** What a process measures, and how others come to read it. */
export interface ProcessMetrics {
  readonly meters: Meters;
  /** Begins to watch the process itself and serves `/metrics`. Rejects with what to do when it cannot. */
  serve(at: { port: number; host: string }): Promise<{ stop(): Promise<void> }>;
  /** What a scrape would get now. */
  text(): Promise<string>;
}

/** Once a process, which runs these services. */
export function processMetrics(services: readonly ServiceName[]): ProcessMetrics {
  const registry = new Registry();
  const meters = registryMeters(registry, services);
  return {
    meters,
    serve: (at) => {
      collectDefaultMetrics({ register: registry });
      meters.gauge('memoryLimit').watch('process', () => [{ labels: {}, value: memoryLimitBytes() }]);
      return serveMetrics(registry, at);
    },
    text: () => registry.metrics(),
  };
}

/** Node gives 0, or more than there is, where nothing limits the process. */
function memoryLimitBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
