import type { Platform, SecurityLog, ServiceParts, Vault } from '@earshot/service-kit';
import { accountEvents } from './events/account-events.ts';
import { modelServerRoutes } from './http/model-server-routes.ts';
import { authModels } from './store/models.ts';
import { modelServerStore } from './store/model-server-store.ts';

/** The model server that administrators connect. */
export function modelServerParts(
  platform: Platform,
  shared: { readonly vault: Vault; readonly security: SecurityLog; readonly now: () => Date },
): Required<Pick<ServiceParts, 'routes' | 'relays'>> {
  const model = authModels(platform.documents).modelServer;
  const relay = platform.relay(model);
  const { modelChanged } = accountEvents((facts) => platform.event(facts));
  const servers = modelServerStore(model, { changed: modelChanged, saved: () => relay.notify() });
  return { routes: modelServerRoutes({ ...shared, servers }), relays: [relay] };
}
