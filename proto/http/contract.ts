import { z } from 'zod';
import type { ServiceName } from '../values.ts';

/** `public`: no session needed. `user`: a signed-in user. `admin`: a signed-in administrator. */
export type Access = 'public' | 'user' | 'admin';

/**
 * One HTTP call: both the service that answers it and everyone who calls it import this value.
 * `path` uses `:name` for parameters. `statuses` are the success statuses, the usual one first.
 * `callers` are the services that may call it with an internal token; `gateway` calls for a browser.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly callers: readonly ServiceName[];
  readonly statuses: readonly number[];
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
}

const nothing = z.object({});
type Nothing = typeof nothing;
/** The response of a 204. */
export const noContent = z.undefined();

type Given = Pick<Endpoint, 'service' | 'method' | 'path' | 'response'> &
  Partial<Pick<Endpoint, 'access' | 'callers' | 'statuses' | 'params' | 'query' | 'body'>>;
type Of<G extends Given, K extends 'params' | 'query' | 'body'> = G[K] extends z.ZodType ? G[K] : Nothing;

/** Declares an endpoint. Absent params, query and body mean "none expected"; unknown keys are dropped. */
export function endpoint<const G extends Given>(
  given: G,
): Endpoint<Of<G, 'params'>, Of<G, 'query'>, Of<G, 'body'>, G['response']>;
export function endpoint(given: Given): Endpoint {
  return {
    access: 'user',
    callers: ['gateway'],
    statuses: [200],
    params: nothing,
    query: nothing,
    body: nothing,
    ...given,
  };
}

/** A moment in UTC, ISO 8601 with `Z`. */
export const timestamp = z.iso.datetime();
/** Ids are opaque: one that names nothing of the caller's is 404, never 400. */
export const idParams = z.object({ id: z.string().min(1) });

/** The body of every error answer. `fields` names each wrong field and says what is wrong with it. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** A closed choice whose message names the choices. */
export function choice<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.enum(values, { error: `${name} must be one of ${values.join(', ')}` });
}

/** A closed choice of numbers whose message names the choices. */
export function numberChoice<const T extends readonly [number, ...number[]]>(name: string, values: T) {
  return z.literal([...values], { error: `${name} must be one of ${values.join(', ')}` });
}
