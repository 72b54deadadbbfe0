import { modelServerContract } from '@earshot/proto/http';
import type { ModelServer as View } from '@earshot/proto/http/model-server';
import { type Route, route, type SecurityLog, type Vault } from '@earshot/service-kit';
import {
  connectModelServer,
  type ModelServers,
  modelServerToCall,
  type StoredModelServer,
} from '../domain/model-server.ts';

interface Dependencies {
  readonly servers: ModelServers;
  readonly vault: Vault;
  readonly isFixed: () => Promise<boolean>;
  readonly security: SecurityLog;
  readonly now: () => Date;
}

/** The model server of the installation: for administrators without its key, for services with it. */
export function modelServerRoutes(deps: Dependencies): Route[] {
  const { servers, security, now } = deps;
  const event = 'model-server-changed';
  return [
    route(modelServerContract.getModelServer, async () => present(await servers.find())),
    route(modelServerContract.connectModelServer, async ({ userId, body, request }) => {
      const server = await connectModelServer(body, deps);
      security.record({ event, outcome: 'success', reason: 'connected', userId, network: request.ip });
      return present(server);
    }),
    route(modelServerContract.disconnectModelServer, async ({ userId, request }) => {
      await servers.disconnect(now());
      security.record({ event, outcome: 'success', reason: 'disconnected', userId, network: request.ip });
      return undefined;
    }),
    route(modelServerContract.modelConnection, async () => ({ server: await modelServerToCall(deps) })),
  ];
}

function present(server: StoredModelServer | null): View {
  if (server === null) return { address: null, model: null, isKeySet: false, updatedAt: null };
  const { address, model, key, updatedAt } = server;
  return { address, model, isKeySet: key !== null, updatedAt: updatedAt.toISOString() };
}
