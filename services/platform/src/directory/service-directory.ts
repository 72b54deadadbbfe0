import type { ServiceName } from '@earshot/proto/values';

/** Where services answer HTTP. Ask just before each call: an address may change. */
export interface ServiceDirectory {
  /** A base address without a trailing slash; throws when the service is not known. */
  urlOf(service: ServiceName): string;
}
