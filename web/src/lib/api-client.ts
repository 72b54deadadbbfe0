import type { Endpoint } from '@earshot/proto/http/contract';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

export interface CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params?: z.input<P>;
  readonly query?: z.input<Q>;
  readonly body?: z.input<B>;
  readonly signal?: AbortSignal;
}

/** The address of a call: parameters filled in, absent query values left out. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name) ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

/**
 * Makes one call of the contract and gives its parsed answer.
 * Throws ApiError for a non-OK status, TypeError when nothing answers, ZodError when the answer breaks the contract.
 */
export async function call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B> = {},
): Promise<z.output<R>> {
  const init: RequestInit = { method: endpoint.method, credentials: 'include' };
  if (input.signal) init.signal = input.signal;
  if (input.body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(input.body);
  }
  const response = await fetch(addressOf(endpoint.path, input.params, input.query), init);
  const text = await response.text();
  if (!response.ok) {
    throw new ApiError({
      status: response.status,
      statusText: response.statusText,
      text,
      needsSession: endpoint.access !== 'public',
    });
  }
  return endpoint.response.parse(text === '' ? undefined : JSON.parse(text));
}
