import type { ServiceName } from '@earshot/proto/values';
import { away, type Dependency } from '../http/dependencies.ts';
import type { Meters } from '@earshot/core';

/** Registers a gauge that checks the service's dependencies at each scrape. */
export function watchDependencies(meters: Meters, service: ServiceName, dependencies: readonly Dependency[]): void {
  meters.gauge('dependencyUp').watch(service, async () => {
    const missing = await away(dependencies);
    return dependencies.map(({ name }) => ({
      labels: { service, dependency: name },
      value: missing.includes(name) ? 0 : 1,
    }));
  });
}
