import type { ServiceName } from '@earshot/proto/values';
import type { Dependency } from '../dependencies.ts';
import { away } from '../dependencies.ts';
import type { Meters } from '@earshot/core';

/** From now on each scrape asks what the service leans on whether it is there. */
export function watchDependencies(meters: Meters, service: ServiceName, dependencies: readonly Dependency[]): void {
  meters.gauge('dependencyUp').watch(service, async () => {
    const missing = await away(dependencies);
    return dependencies.map(({ name }) => ({
      labels: { service, dependency: name },
      value: missing.includes(name) ? 0 : 1,
    }));
  });
}
