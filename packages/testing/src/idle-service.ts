import { defineService, noSettings, type Service } from '@earshot/service-kit';
import type { ServiceName } from '@earshot/proto/values';

/** A service that does nothing: others forward to it, or tests sign tokens in its name. */
export function idleService(name: ServiceName): Service {
  const nothing = { serves: [], calls: [], publishes: [], consumes: [] };
  return defineService({ ...nothing, name, database: null, config: noSettings, start: async () => ({}) });
}
