import type { ServiceName } from '@earshot/proto/values';

/** The HTTP addresses of services. Look up an address just before each call, because it may change. */
export interface ServiceDirectory {
  /** Returns a base address without a trailing slash. Throws when the service is unknown. */
  urlOf(service: ServiceName): string;
  /** False while a service has no address: it starts later in this process, or `SERVICE_URLS` does not name it. */
  hasStarted(service: ServiceName): boolean;
}
