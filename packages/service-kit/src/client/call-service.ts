import { type Endpoint, errorBody } from '@earshot/proto/http';
import type { z } from 'zod';
import type { ServiceDirectory } from '../directory/service-directory.ts';
import { appError, currentTrace } from '@earshot/core';
import { errorFrom } from '../http/error-answers.ts';
import { tokenHeader } from '../http/serve-routes.ts';
import type { InternalTokens } from '../identity/internal-tokens.ts';
import { targetOf } from '../identity/token-targets.ts';
import type { CallOptions, CallService, OpenFile } from './service-client.ts';

/** Milliseconds. A call that takes longer fails with `service.unavailable`. */
const timeoutMs = 10_000;

interface Dependencies {
  readonly directory: ServiceDirectory;
  readonly tokens: InternalTokens;
}

/**
 * Creates the `call` function of one service. It signs each token in that service's name and looks up the address
 * before each call.
 */
export function serviceCaller(dependencies: Dependencies): CallService {
  return async <E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<z.output<E['response']>> => {
    const late = AbortSignal.timeout(timeoutMs);
    const response = await ask(endpoint, options, late, dependencies);
    return parse<E['response']>(endpoint.response, await bodyOf(response));
  };
}

/**
 * Creates the `open` function of one service. The timeout applies until the response headers arrive, not to the file's
 * content.
 */
export function serviceOpener(dependencies: Dependencies): OpenFile {
  return async (endpoint, options) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const response = await ask(endpoint, options, late.signal, dependencies);
      if (!response.ok || response.body === null) await bodyOf(response);
      return response.body ?? new ReadableStream();
    } finally {
      clearTimeout(timer);
    }
  };
}

async function ask<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  late: AbortSignal,
  { directory, tokens }: Dependencies,
): Promise<Response> {
  const headers: Record<string, string> = {
    [tokenHeader]: tokens.sign(targetOf(endpoint), { userId: options.userId, admin: false }),
    accept: endpoint.produces,
  };
  const trace = currentTrace();
  if (trace !== undefined) headers['x-request-id'] = trace.correlationId;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const send = () =>
    fetch(directory.urlOf(endpoint.service) + pathOf(endpoint, options), {
      method: endpoint.method,
      headers,
      // No contract redirects. Following would send the token to an address that is not a service's.
      redirect: 'error',
      signal: AbortSignal.any([late, ...(options.signal === undefined ? [] : [options.signal])]),
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
  const again = (error: unknown) => {
    if (endpoint.method !== 'GET' || !isBroken(error)) throw error;
    return send();
  };
  return send()
    .catch(again)
    .catch((cause: unknown) => {
      throw appError('service.unavailable', { service: endpoint.service }, cause);
    });
}

/**
 * Whether the service closed the connection, possibly a reused one, before it answered. A retry may reach another
 * replica.
 */
function isBroken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
}

function pathOf(endpoint: Endpoint, options: { params?: unknown; query?: unknown }): string {
  const params = new Map(Object.entries(options.params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw appError('service.unavailable', { status: response.status }, cause);
  });
  if (response.ok) return body;
  const error = errorBody.safeParse(body);
  throw error.success ? errorFrom(error.data, response) : appError('service.unavailable', { status: response.status });
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return schema.parse(value);
}
