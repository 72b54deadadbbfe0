import { serviceCaller, serviceOpener } from '../client/call-service.ts';
import { eventFactory } from '@earshot/event-bus';
import { derivedKey } from '../identity/derived-key.ts';
import { internalTokens, type SigningKeys } from '../identity/internal-tokens.ts';
import { metersFor } from '@earshot/core';
import { presentUsersBus } from '../forget/present-users-bus.ts';
import { publishedMeter, refusedMeter, watchOutbox } from '../metrics/outbox.ts';
import { createRelay } from '../outbox/relay.ts';
import type { SecurityRecorder } from '../security/security-recorder.ts';
import type { Platform, Service, ThirdParty } from '../service/service.ts';
import { sourcesOf } from '@earshot/sources';

/** The adapters of all ports that a host has chosen. */
export type Adapters = Pick<
  Platform,
  | 'log'
  | 'clock'
  | 'bus'
  | 'kv'
  | 'directory'
  | 'meters'
  | 'documents'
  | 'sources'
  | 'outbound'
  | 'model'
  | 'ledger'
  | 'mailer'
  | 'eraser'
> & { readonly security: SecurityRecorder };

type Declared = Pick<Service, 'name' | 'database' | 'reaches'>;

/**
 * Binds adapters to one service: it signs tokens and creates events in that service's name. Third parties that the
 * service does not declare cannot be used.
 */
export function platformOf(declared: Declared, adapters: Adapters, keys: SigningKeys): Platform {
  const service = declared.name;
  const { clock, log, kv, directory } = adapters;
  const documents = declared.database === null ? null : adapters.documents;
  const present = presentUsersBus(adapters.bus, documents);
  const bus = documents === null ? adapters.bus : present;
  const tokens = internalTokens(service, keys);
  const meters = metersFor(service, adapters.meters);
  return {
    ...adapters,
    ...thirdPartiesOf(declared, adapters),
    service,
    bus,
    security: adapters.security.logOf(service, present),
    tokens,
    keyFor: (purpose) => derivedKey(keys.privateKey, purpose),
    event: eventFactory(service, () => clock.now()),
    meters,
    relay: (model) => {
      watchOutbox(meters, { service, model, clock });
      const published = publishedMeter(meters, service);
      const refused = refusedMeter(meters, service);
      return createRelay({ model, bus, kv, log, published, refused, name: `${service}.${model.collection.name}` });
    },
    call: serviceCaller({ directory, tokens }),
    open: serviceOpener({ directory, tokens }),
  };
}

/**
 * Network policies and secrets follow the declarations. Undeclared use must fail in every mode, not only on a cluster.
 */
function thirdPartiesOf({ name, reaches = [] }: Declared, { sources, outbound, model, ledger, mailer }: Adapters) {
  const only = <T extends object>(party: ThirdParty, port: T): T => {
    if (reaches.includes(party)) return port;
    return new Proxy(port, {
      get: () => {
        throw new Error(`${name} does not declare that it reaches ${party}`);
      },
    });
  };
  return {
    sources: sourcesOf(
      sources.all.map((source) => ({
        ...source,
        read: only('source', source.read),
        write: source.write && only('source', source.write),
      })),
    ),
    outbound: only('source', outbound),
    model: only('model', model),
    ledger: only('model', ledger),
    mailer: only('mail', mailer),
  };
}
