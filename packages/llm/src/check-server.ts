import type OpenAI from 'openai';
import { APIConnectionError } from 'openai';
import { z } from 'zod';
import type { Completion } from './completion.ts';
import type { LlmRequest, ModelCheck } from './llm.ts';
import { isApiError } from './open-ai-errors.ts';

/** The most names to return: some servers list hundreds of models. */
const mostModels = 100;
const longestName = 200;
/** Shorter keys are the placeholders of local servers, which may occur in the names of models. */
const shortestSecret = 16;

const modelList = z.object({ data: z.array(z.unknown()) });
const listedModel = z.object({ id: z.string().min(1) });

/** The request of a test. Its limit of tokens bounds the cost. */
const testRequest = {
  system: 'This tests the connection. Answer with {"ok": true}.',
  input: '{}',
  schema: z.object({ ok: z.boolean() }),
  schemaName: 'connection_test',
  maxOutputTokens: 100,
};

export interface ServerCheck {
  readonly client: OpenAI;
  readonly key: string;
  /** The models in use. */
  readonly models: readonly string[];
  /** For the list of models, and again for the completion. */
  readonly timeoutMs: number;
  /** Sends one request. Rejects unless the server answers with a completion. */
  readonly complete: (request: LlmRequest<unknown>, signal: AbortSignal) => Promise<Completion>;
}

/**
 * Asks the server for its list of models and, if it has those in use, for one short completion. The result contains
 * neither the key nor a text of the server other than the names of its models.
 */
export async function checkServer(check: ServerCheck): Promise<ModelCheck> {
  const listed = await listModels(check);
  const [model] = check.models;
  if (listed.outcome !== 'reached' || model === undefined) return listed;
  try {
    await check.complete({ ...testRequest, model }, AbortSignal.timeout(check.timeoutMs));
    return listed;
  } catch (error) {
    const status = statusOf(error);
    return { ...listed, outcome: isKeyRefused(status) ? 'wrong-key' : 'no-completion', status };
  }
}

async function listModels({ client, key, models: expected, timeoutMs }: ServerCheck): Promise<ModelCheck> {
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
    const names = namesIn(await client.get<unknown>('/models', { signal, maxRetries: 0 }));
    const revealsKey = (name: string) => key.length >= shortestSecret && name.includes(key);
    const known = names.filter((name) => !revealsKey(name));
    const missing = expected.filter((name) => !known.includes(name));
    const outcome = missing.length === 0 ? 'reached' : 'unknown-model';
    return ended({ outcome, missing, models: shown(known) });
  } catch (error) {
    if (signal.aborted) return ended({ outcome: 'timeout' });
    if (error instanceof APIConnectionError) return ended({ outcome: 'refused' });
    const status = statusOf(error);
    return ended({ outcome: isKeyRefused(status) ? 'wrong-key' : 'failed', status });
  }
}

/** The names in a list of models, at most 100. Throws if it is none. */
export function modelNames(body: unknown): readonly string[] {
  return shown(namesIn(body));
}

function namesIn(body: unknown): readonly string[] {
  const { data } = modelList.parse(body);
  return data.map((model) => listedModel.safeParse(model).data?.id ?? '').filter((name) => name !== '');
}

function shown(names: readonly string[]): readonly string[] {
  return names.slice(0, mostModels).map((name) => name.slice(0, longestName));
}

function statusOf(error: unknown): number | null {
  return isApiError(error) && typeof error.status === 'number' ? error.status : null;
}

function isKeyRefused(status: number | null): boolean {
  return status === 401 || status === 403;
}
