import { modelOutcomes } from '@earshot/proto/metrics';
import type { LlmTokens } from './llm.ts';
import type { Meters } from '@earshot/core';

/** Measurements of the model's calls. */
export interface LlmMetrics {
  /** A request to the provider ended: `ok`, or the reason of its failure. */
  readonly requested: (outcome: string, seconds: number) => void;
  readonly retried: () => void;
  /** A call was blocked while the provider was unavailable. */
  readonly heldBack: () => void;
  readonly spent: (tokens: LlmTokens) => void;
  readonly watch: (isAway: () => boolean) => void;
}

/** Without a model, all metrics exist and stay 0. */
export function llmMetrics(meters: Meters): LlmMetrics {
  const seconds = meters.histogram('modelSeconds');
  const tokens = meters.counter('modelTokens');
  const retries = meters.counter('modelRetries');
  const heldBack = meters.counter('modelHeldBack');
  const watch = (isAway: () => boolean) =>
    meters.gauge('modelAway').watch('model', () => [{ labels: {}, value: isAway() ? 1 : 0 }]);
  watch(() => false);
  return {
    requested: (result, took) => {
      const outcome = modelOutcomes.find((known) => known === result) ?? 'failed';
      seconds.observe({ outcome }, took);
    },
    retried: () => retries.add({}),
    heldBack: () => heldBack.add({}),
    spent: ({ prompt, completion, cached }) => {
      tokens.add({ kind: 'prompt' }, prompt);
      tokens.add({ kind: 'completion' }, completion);
      tokens.add({ kind: 'cached' }, cached);
    },
    watch,
  };
}
