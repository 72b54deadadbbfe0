import type { Platform, SecurityLog, ServiceParts, Vault } from '@earshot/service-kit';
import { scanContract } from '@earshot/proto/http/scan';
import { accountEvents } from './events/account-events.ts';
import { modelServerRoutes } from './http/model-server-routes.ts';
import { authModels } from './store/models.ts';
import { modelServerStore } from './store/model-server-store.ts';

/** Milliseconds that a change waits for scan. */
const waitMs = 2_000;

/** The model server that administrators connect. */
export function modelServerParts(
  platform: Platform,
  shared: { readonly vault: Vault; readonly security: SecurityLog; readonly now: () => Date },
): Required<Pick<ServiceParts, 'routes' | 'relays'>> {
  const model = authModels(platform.documents).modelServer;
  const relay = platform.relay(model);
  const { modelChanged } = accountEvents((facts) => platform.event(facts));
  const servers = modelServerStore(model, { changed: modelChanged, saved: () => relay.notify() });
  // Only services that call the model have the variable. While scan does not answer, the stored server may have no effect.
  const isFixed = async () => {
    const signal = AbortSignal.timeout(waitMs);
    const asked = platform.call(scanContract.modelSetBy, { userId: 'auth', signal });
    return asked.then(
      ({ setBy }) => setBy === 'environment',
      () => false,
    );
  };
  return { routes: modelServerRoutes({ ...shared, servers, isFixed }), relays: [relay] };
}
