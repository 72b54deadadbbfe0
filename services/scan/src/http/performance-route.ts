import type { Clock } from '@earshot/core';
import { getHeapStatistics } from 'node:v8';
import type { Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import { scanContract } from '@earshot/proto/http/scan';
import type { ResultStore } from '../domain/performance.ts';
import { figuresReader } from '../domain/performance.ts';

/** Reports figures of this process and of the user's scans. */
export function performanceRoute({ jobs, clock }: { jobs: ResultStore; clock: Clock }): Route {
  const figuresOf = figuresReader(jobs);
  return route(scanContract.performance, async ({ userId }) => {
    const figures = await figuresOf(userId, clock.now());
    const { heapUsed, heapTotal } = process.memoryUsage();
    const limit = memoryLimit();
    const percentage = Math.round((1_000 * heapUsed) / limit) / 10;
    return {
      systemMetrics: { memory: { heapUsed, heapTotal, limit, percentage }, uptime: process.uptime() },
      ...figures,
    };
  });
}

/**
 * The memory in bytes at which this process would end: the heap limit of V8, or the memory of the container if it is
 * smaller. Node reports 0, or more than any machine has, where nothing limits the container.
 */
function memoryLimit(): number {
  const container = process.constrainedMemory();
  return Math.min(getHeapStatistics().heap_size_limit, container > 0 ? container : Infinity);
}
