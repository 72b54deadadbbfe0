export { llmMetrics } from './llm-metrics.ts';
export type { Llm } from './llm.ts';
export { LlmError, isModelAway } from './llm.ts';
export type { TokenLedger } from './token-ledger.ts';
export { meteredLlm, tokenLedger } from './token-ledger.ts';
