import type { Endpoint } from '@earshot/proto/http/contract';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { firstAnswer } from './first-answers.ts';
import { network } from './network.ts';

export interface CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params?: z.input<P>;
  readonly query?: z.input<Q>;
  readonly body?: z.input<B>;
  /** Additional headers; the contract lists those that a call accepts. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The URL of a call: fills in the path parameters and leaves out undefined query values. */
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
 * Makes one call of the contract and returns its parsed answer.
 * Throws ApiError for a non-OK status, TypeError if there is no answer, ZodError if the answer violates the contract.
 */
export async function call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B> = {},
): Promise<z.output<R>> {
  const text = await (await okAnswer(endpoint, input)).text();
  return endpoint.response.parse(text === '' ? undefined : JSON.parse(text));
}

/** Downloads a file: returns its bytes and the name that the server gives it. Throws like `call`. */
export async function fetchFile<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B> = {},
): Promise<{ readonly name: string | null; readonly bytes: Blob }> {
  const response = await okAnswer(endpoint, input);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;
  return { name, bytes: await response.blob() };
}

/** Sends the request and returns the response if its status is OK. */
async function okAnswer<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  { method, path, access }: Endpoint<P, Q, B, R>,
  { params, query, body, headers = {}, signal }: CallInput<P, Q, B>,
): Promise<Response> {
  const init: RequestInit = { method, credentials: 'include', headers };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const address = addressOf(path, params, query);
  const response = (await firstAnswer(method, address)) ?? (await answerTo(address, init));
  if (response.ok) return response;
  const { status, statusText } = response;
  const retryAfter = response.headers.get('retry-after');
  throw new ApiError({
    status,
    statusText,
    text: await response.text(),
    retryAfter,
    needsSession: access !== 'public',
  });
}

/** Fetches, and reports to `network` whether there was an answer. */
async function answerTo(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    network.answered();
    return response;
  } catch (error) {
    if (error instanceof TypeError) network.failed();
    throw error;
  }
}
