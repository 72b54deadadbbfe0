import type { ServiceName } from '@earshot/proto/values';
import { serviceCaller, serviceOpener } from './client/call-service.ts';
import { eventFactory } from './events.ts';
import { internalTokens } from './identity/internal-tokens.ts';
import type { SigningKeys } from './identity/internal-tokens.ts';
import { metersFor } from './metrics/meters.ts';
import { publishedMeter, watchOutbox } from './metrics/outbox.ts';
import { createRelay } from './outbox/relay.ts';
import type { Platform } from './service.ts';

/** The adapters of every port, as a host chose them. */
export type Adapters = Pick<
  Platform,
  | 'log'
  | 'clock'
  | 'bus'
  | 'kv'
  | 'directory'
  | 'meters'
  | 'documents'
  | 'source'
  | 'accounts'
  | 'llm'
  | 'ledger'
  | 'mailer'
  | 'eraser'
>;

/** Binds adapters to the name of one service: whose tokens it signs, in whose name its events are made. */
export function platformOf(service: ServiceName, adapters: Adapters, keys: SigningKeys): Platform {
  const { clock, log, bus, kv, directory } = adapters;
  const tokens = internalTokens(service, keys);
  const meters = metersFor(service, adapters.meters);
  return {
    ...adapters,
    service,
    tokens,
    event: eventFactory(service, () => clock.now()),
    meters,
    relay: (model) => {
      watchOutbox(meters, { service, model, clock });
      const published = publishedMeter(meters, service);
      return createRelay({ model, bus, kv, log, published, name: `${service}.${model.collection.name}` });
    },
    call: serviceCaller({ directory, tokens }),
    open: serviceOpener({ directory, tokens }),
  };
}
