import type { ServiceName } from '@earshot/proto/values';

/** Where services answer HTTP. Ask just before each call: an address may change. */
export interface ServiceDirectory {
  /** A base address without a trailing slash; throws when the service is not known. */
  urlOf(service: ServiceName): string;
  /** False while a service that starts later in this process has no address yet; where addresses are settings, never. */
  hasStarted(service: ServiceName): boolean;
}
