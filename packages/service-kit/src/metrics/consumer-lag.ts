import type { EventBus } from '@earshot/event-bus';
import type { Meters } from '@earshot/core';

/** Registers a gauge that reads the group's lag on the topic at each scrape. */
export function watchLag(meters: Meters, bus: Pick<EventBus, 'lag'>, group: string, topic: string): void {
  meters.gauge('consumerLag').watch(`${group} ${topic}`, async () => {
    return [{ labels: { group, topic }, value: await bus.lag(group, topic) }];
  });
}
