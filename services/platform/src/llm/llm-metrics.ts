import type { Registry } from 'prom-client';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { LlmTokens } from './llm.ts';

/** What is measured of the model; made once a process. */
export interface LlmMetrics {
  /** A request to the provider ended: `ok`, or the reason why not. */
  readonly requested: (outcome: string, seconds: number) => void;
  readonly retried: () => void;
  /** A call was held back while the provider was away. */
  readonly heldBack: () => void;
  readonly spent: (tokens: LlmTokens) => void;
  readonly watch: (isAway: () => boolean) => void;
}

export function llmMetrics(registry: Registry): LlmMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'earshot_model_request_seconds',
    help: 'Seconds a request to the model took, by outcome (ok or why not); retries and repairs are requests too',
    labelNames: ['outcome'],
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 25],
    registers,
  });
  const tokens = new Counter({
    name: 'earshot_model_tokens_total',
    help: 'Tokens as the provider counts them: prompt, completion, and cached, which is a part of prompt',
    labelNames: ['kind'],
    registers,
  });
  const retries = new Counter({ name: 'earshot_model_retries_total', help: 'Requests that were retries', registers });
  const held = new Counter({
    name: 'earshot_model_held_back_total',
    help: 'Calls that failed at once because the model was away',
    registers,
  });
  return {
    requested: (outcome, took) => seconds.observe({ outcome }, took),
    retried: () => retries.inc(),
    heldBack: () => held.inc(),
    spent: ({ prompt, completion, cached }) => {
      tokens.inc({ kind: 'prompt' }, prompt);
      tokens.inc({ kind: 'completion' }, completion);
      tokens.inc({ kind: 'cached' }, cached);
    },
    watch: (isAway) => {
      new Gauge({
        name: 'earshot_model_away',
        help: '1 while calls are held back because the last ones failed',
        registers,
        collect() {
          this.set(isAway() ? 1 : 0);
        },
      });
    },
  };
}
