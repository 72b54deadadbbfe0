import { consume } from '@earshot/event-bus';
import { modelServerContract } from '@earshot/proto/http';
import { repeatedWork } from './repeated-work.ts';
import type { Platform, ServiceParts } from './service/service.ts';

/** Milliseconds until a service that could not ask auth at its start asks again. */
const retryMs = 5_000;
/** Milliseconds that a start waits for auth. */
const startWaitMs = 2_000;

/** The parts of a service that uses the model: add them to its own. The definition names the call and the event. */
export interface FollowedModel extends Required<Pick<ServiceParts, 'resources' | 'subscriptions'>> {
  /** Asks auth now. Rejects if auth does not answer. */
  readonly refresh: () => Promise<void>;
}

/** The call and the event that `followModel` needs: for `calls` and `consumes` of the definition. */
export const followsModel = { calls: [modelServerContract.modelConnection], consumes: ['modelChanged'] } as const;

/**
 * Keeps the connection to the model as administrators set it: asks auth at the start and, on every replica, when the
 * server changes. Until auth answers, the service works without a model.
 */
export function followModel({
  service,
  model,
  call,
  log,
}: Pick<Platform, 'service' | 'model' | 'call' | 'log'>): FollowedModel {
  let isKnown = false;
  const refresh = async (signal?: AbortSignal) => {
    if (model.setBy() === 'environment') return;
    const options = { userId: service, ...(signal && { signal }) };
    const { server } = await call(modelServerContract.modelConnection, options);
    await model.use(server);
    isKnown = true;
  };
  const ask = async () => {
    if (!isKnown)
      await refresh(AbortSignal.timeout(startWaitMs)).catch(() => log.info('the model server is not known yet'));
  };
  const retrying = repeatedWork({ name: `${service} model`, everyMs: retryMs, work: ask, log, failure: 'no model' });
  return {
    refresh: () => refresh(),
    resources: [{ ...retrying, start: () => ask().then(() => retrying.start()) }],
    subscriptions: [
      consume({
        group: service,
        topic: 'account.events',
        broadcast: true,
        handlers: { modelChanged: () => refresh() },
      }),
    ],
  };
}
