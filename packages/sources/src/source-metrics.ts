import type { sourceOutcomes } from '@earshot/proto/metrics';
import type { SourceId } from '@earshot/proto/values';
import type { Meters } from '@earshot/core';

export type SourceOutcome = (typeof sourceOutcomes)[number];

/** The metrics of one source. */
export interface SourceMetrics {
  /** A request to the site ended. */
  readonly requested: (outcome: SourceOutcome, seconds: number) => void;
  /** A request was not sent because the budget is used up. */
  readonly heldBack: () => void;
}

/** `left` returns the requests that the site still allows; null if unknown. */
export function sourceMetrics(meters: Meters, source: SourceId, left: () => Promise<number | null>): SourceMetrics {
  const seconds = meters.histogram('sourceRequests');
  const heldBackCounter = meters.counter('sourceHeldBack');
  meters.gauge('sourceBudget').watch(source, async () => {
    const value = await left();
    return value === null ? [] : [{ labels: { source }, value }];
  });
  return {
    requested: (outcome, took) => seconds.observe({ source, outcome }, took),
    heldBack: () => heldBackCounter.add({ source }),
  };
}

/** Returns the outcome of a request that the site answered with this status. */
export function outcomeOfStatus(status: number): SourceOutcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'unavailable';
  // A redirect to the search also reports that a community does not exist.
  return status === 404 || (status >= 300 && status < 400) ? 'not-found' : 'refused';
}
