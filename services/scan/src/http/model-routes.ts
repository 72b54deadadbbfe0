import { type FollowedModel, type Platform, rateLimiter, type Route, route } from '@earshot/service-kit';
import type { ModelTest } from '@earshot/proto/http/model-server';
import { scanContract } from '@earshot/proto/http/scan';
import type { StartDeps } from '../domain/start-scan.ts';
import type { RescoreStore } from '../domain/rescore.ts';

/** Tests and searches per administrator and minute. */
const testsAMinute = 6;

const notConnected: ModelTest = { outcome: 'not-connected', models: [], missing: [], status: null, latencyMs: null };

type Dependencies = Pick<Platform, 'model' | 'kv' | 'clock' | 'log' | 'security'> &
  Pick<StartDeps, 'preferencesOf'> &
  Pick<FollowedModel, 'refresh'>;

/**
 * Tests the connected server, and looks for servers on this computer. Neither takes an address, so they reach no other
 * server.
 */
export function modelServerRoutes(deps: Dependencies): Route[] {
  const { model, kv, clock, log, security, preferencesOf, refresh } = deps;
  const limit = rateLimiter({ kv, name: 'model-test', points: testsAMinute, durationMs: 60_000, clock });
  return [
    route(scanContract.modelSetBy, async () => ({ setBy: model.setBy() })),
    route(scanContract.testModel, async ({ userId, request }) => {
      await limit.take(userId);
      // An administrator tests right after a change, which the event of the change may not have reported yet.
      await refresh().catch((err: unknown) => log.info({ err }, 'auth did not say which model server is connected'));
      const check = model.current()?.check;
      if (check === undefined) return notConnected;
      const { leadScoringModel, messageGenerationModel } = await preferencesOf(userId);
      const result = await check([leadScoringModel, messageGenerationModel]);
      const { outcome, status, latencyMs } = result;
      security.record({ event: 'model-server-tested', outcome: 'success', userId, network: request.ip });
      log.info({ outcome, status, latencyMs }, 'the model server was tested');
      return { ...result, models: [...result.models], missing: [...result.missing] };
    }),
    route(scanContract.findModelServers, async ({ userId }) => {
      await limit.take(userId);
      const found = (await model.findLocal?.()) ?? [];
      return { servers: found.map((server) => ({ ...server, models: [...server.models] })) };
    }),
  ];
}

export interface ModelUsageDeps extends Pick<Platform, 'model' | 'ledger'> {
  readonly rescores: Pick<RescoreStore, 'hasAny'>;
}

/**
 * Reports whether a model scores for the user. An outage that only the workers noticed shows in the provisional scores
 * that wait for the model.
 */
export function modelUsageRoute({ model, ledger, rescores }: ModelUsageDeps): Route {
  return route(scanContract.modelUsage, async ({ userId }) => {
    const [tokensToday, isAwaited] = await Promise.all([ledger.spent(userId), rescores.hasAny(userId)]);
    const isSpent = ledger.perDay !== null && tokensToday >= ledger.perDay;
    const llm = model.current();
    return {
      configured: llm !== null,
      setBy: model.setBy(),
      findsLocal: model.findLocal !== null,
      away: llm !== null && (isAwaited || isSpent || (llm.isAway?.() ?? false)),
      tokensToday,
      tokensPerDay: ledger.perDay,
      resetsAt: ledger.resetsAt().toISOString(),
    };
  });
}
