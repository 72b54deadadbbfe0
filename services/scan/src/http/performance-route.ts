import type { Clock } from '@earshot/core';
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
    const percentage = Math.round((1_000 * heapUsed) / heapTotal) / 10;
    return { systemMetrics: { memory: { heapUsed, heapTotal, percentage }, uptime: process.uptime() }, ...figures };
  });
}
