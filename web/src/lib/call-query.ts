import type { Endpoint } from '@earshot/proto/http/contract';
import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, type CallInput } from './api-client.ts';

type Options<T> = Omit<UndefinedInitialDataOptions<T, Error, T, QueryKey>, 'queryKey' | 'queryFn'>;

interface Asked<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  /** What is sent. */
  readonly input?: CallInput<P, Q, B>;
  /** The parts of the key after the path, which distinguish answers of the same call. */
  readonly key?: readonly unknown[];
}

/** The query of a call. Its key starts with the path, so that a change can refetch every query of the call. */
export function callQuery<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  { input = {}, key = [], ...options }: Asked<P, Q, B> & Options<z.output<R>> = {},
) {
  return queryOptions({
    ...options,
    queryKey: [endpoint.path, ...key],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(endpoint, { ...input, signal }),
  });
}
