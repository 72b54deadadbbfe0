import type { Platform, Route } from '@earshot/service-kit';
import { route } from '@earshot/service-kit';
import { scanContract } from '@earshot/proto/http/scan';
import type { RescoreStore } from '../domain/rescore.ts';

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
