export type { Llm, LlmFailure, LlmRequest, LlmTokens } from './llm.ts';
export { LlmError } from './llm.ts';
export type { OpenAiOptions } from './open-ai-llm.ts';
export { openAiLlm } from './open-ai-llm.ts';
