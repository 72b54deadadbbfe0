import type { Platform, Route } from '@earshot/service-kit';
import { rateLimiter, route } from '@earshot/service-kit';
import type { ModelTest } from '@earshot/proto/http/scan';
import { scanContract } from '@earshot/proto/http/scan';
import type { StartDeps } from '../domain/start-scan.ts';

/** Tests per administrator and minute. */
const testsAMinute = 6;

const notConnected: ModelTest = { outcome: 'not-connected', models: [], missing: [], status: null, latencyMs: null };

/** Tests the server that the operator configured. It takes no address, so it reaches no other server. */
export function modelTestRoute({
  llm,
  kv,
  clock,
  log,
  security,
  preferencesOf,
}: Pick<Platform, 'llm' | 'kv' | 'clock' | 'log' | 'security'> & Pick<StartDeps, 'preferencesOf'>): Route {
  const limit = rateLimiter({ kv, name: 'model-test', points: testsAMinute, durationMs: 60_000, clock });
  return route(scanContract.testModel, async ({ userId, request }) => {
    await limit.take(userId);
    if (llm?.check === undefined) return notConnected;
    const { leadScoringModel, messageGenerationModel } = await preferencesOf(userId);
    const result = await llm.check([leadScoringModel, messageGenerationModel]);
    const { outcome, status, latencyMs } = result;
    security.record({ event: 'model-server-tested', outcome: 'success', userId, network: request.ip });
    log.info({ outcome, status, latencyMs }, 'the model server was tested');
    return { ...result, models: [...result.models], missing: [...result.missing] };
  });
}
