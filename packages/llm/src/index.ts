export { llmMetrics } from './llm-metrics.ts';
export type { Llm } from './llm.ts';
export { LlmError, identityOf, isModelAway } from './llm.ts';
export type { TokenLedger } from './token-ledger.ts';
export { meteredLlm, tokenLedger } from './token-ledger.ts';
export { findLocalServers } from './local-servers.ts';
export { modelAddress, namesForbiddenHost } from './model-address.ts';
export type { ModelConnection, ModelServer } from './model-connection.ts';
export { changeableModel, fixedModel } from './model-connection.ts';
