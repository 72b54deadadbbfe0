import type OpenAI from 'openai';
import { APIConnectionError } from 'openai';
import type { ModelCheck } from './llm.ts';
import { isApiError } from './open-ai-errors.ts';

/** The most names to return: some servers list hundreds of models. */
const mostModels = 100;
const longestName = 200;
/** Shorter keys are the placeholders of local servers, which may occur in the names of models. */
const shortestSecret = 16;

/**
 * Asks the server for its list of models, once and within `timeoutMs`. It costs no tokens. The result contains neither
 * the key nor a text of the server other than the names of its models.
 */
export async function checkServer(
  client: OpenAI,
  { key, wanted, timeoutMs }: { key: string; wanted: readonly string[]; timeoutMs: number },
): Promise<ModelCheck> {
  const began = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const ended = (found: Pick<ModelCheck, 'outcome'> & Partial<ModelCheck>): ModelCheck => ({
    models: [],
    missing: [],
    status: null,
    latencyMs: Math.round(performance.now() - began),
    ...found,
  });
  try {
    const { data } = await client.models.list({ signal, maxRetries: 0 });
    const names = Array.isArray(data) ? data.map((model: unknown) => nameOf(model)) : [];
    const revealsKey = (name: string) => key.length >= shortestSecret && name.includes(key);
    const known = names.filter((name) => name !== '' && !revealsKey(name));
    const missing = wanted.filter((name) => !known.includes(name));
    const outcome = missing.length === 0 ? 'reached' : 'unknown-model';
    return ended({ outcome, missing, models: known.slice(0, mostModels).map((name) => name.slice(0, longestName)) });
  } catch (error) {
    if (signal.aborted) return ended({ outcome: 'timeout' });
    if (error instanceof APIConnectionError) return ended({ outcome: 'refused' });
    const status = isApiError(error) && typeof error.status === 'number' ? error.status : null;
    return ended({ outcome: status === 401 || status === 403 ? 'wrong-key' : 'failed', status });
  }
}

function nameOf(model: unknown): string {
  return typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string' ? model.id : '';
}
