import { series } from '@earshot/core/testing';
import type { Delivery } from '@earshot/event-bus';
import { tombstoneCollection } from '@earshot/service-kit';
import { forgetting } from '@earshot/testing';
import { decodeEnvelope, encodeEnvelope } from '@earshot/proto/events';
import { adminTimeRanges } from '@earshot/proto/values';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dashboardOf, sinceOf } from '../src/domain/dashboard.ts';
import { discoveryFigures } from '../src/domain/discovery-figures.ts';
import { startOfDay } from '../src/domain/midnight.ts';
import { statsOf } from '../src/domain/stats.ts';
import { factSubscriptions } from '../src/events/fact-subscriptions.ts';
import { analyticsService } from '../src/service.ts';
import { factStore } from '../src/store/fact-store.ts';
import { dashboardStore, discoveryStore, statsStore } from '../src/store/figure-store.ts';
import { histories, users, type Witness } from './fixtures/histories.ts';
import { type AnalyticsWorld, noon, startAnalytics } from './support.ts';

let world: AnalyticsWorld & { stop(): Promise<void> };
beforeAll(async () => {
  world = await startAnalytics();
});
afterAll(() => world.stop());

/** The size of a batch, as a bus delivers waiting events. */
const together = 8;
/** The number of concurrent deliveries, as with several partitions and topics. */
const lanes = 3;

/**
 * Turns each event into a delivery of its topic. Repeated deliveries have the same id. All events have the same
 * correlation id, so that they form batches.
 */
function deliveries({ events }: Witness): Delivery[] {
  return events.map(({ at = noon, ...facts }, offset) => {
    world.setTime(at);
    const { record } = world.platform.event(facts);
    const value = encodeEnvelope({ ...decodeEnvelope(record.value), correlationId: 'one cause' });
    const signal = new AbortController().signal;
    const begin = async () => {};
    const how = {
      partition: 0,
      offset,
      attempt: 1,
      lastAttempt: false,
      signal,
      progress: () => {},
      release: () => {},
      begin,
    };
    return { ...how, record: { ...record, value } };
  });
}

/** The service's subscriptions as they run in production, including the handling of deleted accounts. */
function subscriptionsOf({ platform, models }: AnalyticsWorld) {
  const parts = { subscriptions: factSubscriptions(factStore(models)) };
  return forgetting({ service: analyticsService, platform, parts }).subscriptions;
}

async function deliver(batch: readonly Delivery[]): Promise<void> {
  const subscriptions = subscriptionsOf(world);
  for (let at = 0; at < batch.length; at += together) {
    const some = Map.groupBy(batch.slice(at, at + together), ({ record }) => record.topic);
    for (const [topic, all] of some) {
      await subscriptions.find((one) => one.topic === topic)?.handleMany?.(all);
      const alone = subscriptions.find((one) => one.topic === topic && one.handleMany === undefined);
      for (const one of all) await alone?.handle(one);
    }
  }
}

/** The service's figures and the reference model's figures, in the same form. */
async function figures(witness: Witness) {
  const { models } = world;
  const [stats, dashboard, facts] = [statsStore(models), dashboardStore(models), discoveryStore(models)];
  const actual: unknown[] = [];
  const remembered: unknown[] = [];
  for (const userId of users) {
    const timeZone = 'Europe/Berlin';
    actual.push(await statsOf({ userId, timeZone, now: noon }, stats));
    remembered.push(witness.stats(userId, startOfDay(noon, timeZone)));
  }
  for (const range of adminTimeRanges) {
    const since = sinceOf(range, noon);
    actual.push(await dashboardOf(range, noon, dashboard));
    remembered.push(witness.dashboard(since));
    const {
      recentRequests,
      topSubreddits: _some,
      estimatedCost: _cost,
      modelRequests: _called,
      ...discovery
    } = await discoveryFigures(range, noon, {
      facts,
      descriptionsOf: async () => new Map(),
    });
    const requested = recentRequests.reduce((sum, one) => sum + one.requestCount, 0);
    actual.push({ ...discovery, requested });
    const expected = witness.discovery(since);
    remembered.push({ ...expected, requested: expected.totalRequests });
  }
  return { actual, remembered };
}

it('events in any order, delivered any number of times, give the figures of the ordered history', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ witness, order }) => {
      const names = [...Object.values(world.models).map(({ collection }) => collection.name), tombstoneCollection];
      for (const name of names) await world.platform.documents.collection(name).deleteMany({});
      const all = deliveries(witness);
      const shuffled = order.flatMap((position) => all[position] ?? []);
      const share = Math.ceil(shuffled.length / lanes);
      await Promise.all(
        Array.from({ length: lanes }, (_, lane) => deliver(shuffled.slice(lane * share, (lane + 1) * share))),
      );
      const { actual, remembered } = await figures(witness);
      expect(actual).toEqual(remembered);
    }),
    { numRuns: series({ ci: 10, soak: 300 }) },
  );
});
