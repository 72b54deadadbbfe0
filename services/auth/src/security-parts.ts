import { consume } from '@earshot/event-bus';
import type { ServiceParts } from '@earshot/service-kit';
import type { Model } from 'mongoose';
import { onSecurityRecorded } from './events/on-security-recorded.ts';
import { securityRoutes } from './http/security-routes.ts';
import { accountChangesStore } from './store/account-changes-store.ts';
import { type SecurityEventDocument, securityEventStore } from './store/security-event-store.ts';
import { userAddresses } from './store/user-addresses.ts';
import type { UserDocument } from './store/user-schema.ts';

interface SecurityModels {
  readonly user: Model<UserDocument>;
  readonly securityEvent: Model<SecurityEventDocument>;
}

/** Stores the security events of all services, and lists them. */
export function securityParts(models: SecurityModels): Required<Pick<ServiceParts, 'routes' | 'subscriptions'>> {
  const events = securityEventStore(models.securityEvent);
  const store = onSecurityRecorded(events);
  return {
    routes: securityRoutes({
      events,
      accounts: accountChangesStore(models.user),
      addressesOf: userAddresses(models.user),
    }),
    subscriptions: [
      consume({
        group: 'auth',
        topic: 'security.events',
        handlers: { securityRecorded: (event) => store([event]) },
        batches: { securityRecorded: (recorded) => store(recorded) },
      }),
    ],
  };
}
