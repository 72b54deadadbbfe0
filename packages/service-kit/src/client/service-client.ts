import type { Endpoint } from '@earshot/proto/http';
import type { z } from 'zod';
import type { UserId } from '@earshot/proto/refs';

/** The parsed parts of a request, as the contract types them. */
export interface CallOptions<E extends Endpoint> {
  /** The user on whose behalf the call is made. The callee takes the user from the token only. */
  readonly userId: UserId;
  readonly params?: z.input<E['params']>;
  readonly query?: z.input<E['query']>;
  readonly body?: z.input<E['body']>;
  readonly signal?: AbortSignal;
}

/**
 * Calls another service by its contract: `call(leadContract.getLead, { userId, params: { id } })`. Resolves with the
 * parsed answer. Throws the callee's AppError (same code), or `service.unavailable` when the callee does not answer
 * within 10 s.
 */
export type CallService = <E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
) => Promise<z.output<E['response']>>;

/**
 * The same for an endpoint that answers with a file. Resolves when the response headers arrive; the caller then reads
 * the bytes.
 */
export type OpenFile = <E extends Endpoint>(endpoint: E, options: CallOptions<E>) => Promise<AsyncIterable<Uint8Array>>;
