import type { EventFacts } from '@earshot/event-bus';
import { appError } from '@earshot/core';
import { defineService, type Platform, route } from '@earshot/service-kit';
import { until } from '@earshot/core/testing';
import { startTestServices, type TestOptions, type TestServices } from '@earshot/testing';
import { discoveryContract } from '@earshot/proto/http';
import { z } from 'zod';
import { analyticsService } from '../src/service.ts';
import { type AnalyticsModels, analyticsModels } from '../src/store/models.ts';

export const noon = new Date('2026-11-21T12:00:00.000Z');
export const hoursBefore = (hours: number) => new Date(noon.getTime() - hours * 3_600_000);

export interface AnalyticsWorld {
  readonly services: TestServices;
  readonly platform: Platform;
  readonly models: AnalyticsModels;
  /** The descriptions of the fake discovery service; null makes it fail. Each call is recorded in `asked`. */
  descriptions: ReadonlyMap<string, string> | null;
  readonly asked: { userId: string; hashes: readonly string[] }[];
  setTime(now: Date): void;
  /** Publishes events as their services would, with the time `at`. */
  publish(events: readonly (EventFacts & { at?: Date })[]): Promise<void>;
  /** Waits until the service has handled all published events. */
  settled(): Promise<void>;
}

/** The real service on the embedded platform, with a fixed clock and a fake discovery service. */
export async function startAnalytics(
  options: Pick<TestOptions, 'folder' | 'mongo'> = {},
): Promise<AnalyticsWorld & { stop(): Promise<void> }> {
  let now = noon;
  const asked: AnalyticsWorld['asked'] = [];
  const descriptions = new Map<string, string>();
  const discovery = defineService({
    name: 'discovery',
    database: null,
    config: z.object({}),
    serves: [discoveryContract.describeRequests],
    calls: [],
    publishes: [],
    consumes: [],
    start: async () => ({
      routes: [
        route(discoveryContract.describeRequests, async ({ userId, body: { hashes } }) => {
          asked.push({ userId, hashes });
          const known = world.descriptions;
          if (known === null) throw appError('service.unavailable');
          return hashes.flatMap((hash) => {
            const productDescription = known.get(hash);
            return productDescription === undefined
              ? []
              : [{ hash, productDescription, requestCount: 1, converted: false }];
          });
        }),
      ],
    }),
  });
  const clock = { now: () => now };
  const services = await startTestServices([discovery, analyticsService], { ...options, clock });
  const platform = services.platformOf('analytics');
  const world = {
    services,
    platform,
    models: analyticsModels(platform.documents),
    descriptions,
    asked,
    setTime: (moment: Date) => {
      now = moment;
    },
    publish: async (events: readonly (EventFacts & { at?: Date })[]) => {
      const records = events.map(({ at, ...facts }) => {
        const before = now;
        now = at ?? before;
        const { record } = platform.event(facts);
        now = before;
        return record;
      });
      await platform.bus.publish(records);
    },
    settled: async () => {
      const topics = ['lead.events', 'scan.events', 'account.events', 'discovery.events'];
      await until('all events to be handled', async () => {
        const lags = await Promise.all(topics.map((topic) => platform.bus.lag('analytics', topic)));
        return lags.every((lag) => lag === 0);
      });
    },
    stop: () => services.stop(),
  } satisfies AnalyticsWorld & { stop(): Promise<void> };
  return world;
}
