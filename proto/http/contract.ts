import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { ServiceName } from '../values.ts';

/** `public`: no session needed. `user`: a signed-in user. `admin`: a signed-in administrator. */
export type Access = 'public' | 'user' | 'admin';

/**
 * An HTTP call. The service that answers it and all of its callers import this value. `path` marks parameters with
 * `:name`. `statuses` are the success statuses, the default first. `callers` are the services that may call it with an
 * internal token; `gateway` calls on behalf of a browser.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /** Whether the session must be confirmed first (`POST /api/auth/confirm`). */
  readonly confirm: boolean;
  readonly callers: readonly ServiceName[];
  readonly statuses: readonly number[];
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /**
   * Content type of the default success answer if it is not JSON: `text/csv`. `response` is then `noContent` or text.
   */
  readonly produces: string;
  /** Accepts and ignores a body of any type, for callers that cannot choose their body. */
  readonly ignoresBody: boolean;
  /** Names of our cookies that the gateway forwards to the owner. The gateway forwards no others. */
  readonly cookies: readonly string[];
  /** Request headers that the call supports in addition to the usual ones, each with its effect. */
  readonly headers: Readonly<Record<string, string>>;
  /** Error answers also carry `success: false` and `error`, the message. */
  readonly reportsSuccess: boolean;
  /** Codes of the error table that this call can answer with, in addition to those that every call of its kind can. */
  readonly errors: readonly ErrorCode[];
  /** One sentence for the API's description. */
  readonly summary: string;
}

const nothing = z.object({});
type Nothing = typeof nothing;
/** The response of a 204. */
export const noContent = z.undefined();

type Needed = 'method' | 'path' | 'response' | 'summary';
type Given = Pick<Endpoint, Needed> & Partial<Omit<Endpoint, Needed | 'service'>>;
type Of<G extends Given, K extends 'params' | 'query' | 'body'> = G[K] extends z.ZodType ? G[K] : Nothing;

/**
 * Returns a function that declares endpoints of a service. Absent params, query and body mean "none expected". Unknown keys are
 * dropped.
 */
export function endpointOf(service: ServiceName) {
  function endpoint<const G extends Given>(
    given: G,
  ): Endpoint<Of<G, 'params'>, Of<G, 'query'>, Of<G, 'body'>, G['response']>;
  function endpoint(given: Given): Endpoint {
    return {
      service,
      access: 'user',
      confirm: false,
      callers: ['gateway'],
      statuses: [200],
      params: nothing,
      query: nothing,
      body: nothing,
      produces: 'application/json',
      ignoresBody: false,
      cookies: [],
      headers: {},
      reportsSuccess: false,
      errors: [],
      ...given,
    };
  }
  return endpoint;
}

/** A time in UTC, ISO 8601 with `Z`. */
export const timestamp = z.iso.datetime();
/** Ids are opaque. An id that matches nothing of the caller's is answered with 404, never 400. */
export const idParams = z.object({ id: z.string().min(1) });

/** A path of the web app to return to. Other values are ignored. */
export const returnPath = z.string().max(2_000).optional().catch(undefined);

/** A message for people, for answers without other content. */
export const notice = z.object({ message: z.string() });

/**
 * The body of every error answer. `fields` maps each wrong field to its problem. `success` and `error` are present only
 * if the call sets `reportsSuccess`.
 */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  success: z.literal(false).optional(),
  error: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** A closed set of texts. The error message lists them. */
export function choice<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.enum(values, { error: `${name} must be one of ${values.join(', ')}` });
}

/** A closed set of numbers. The error message lists them. */
export function numberChoice<const T extends readonly [number, ...number[]]>(name: string, values: T) {
  return z.literal([...values], { error: `${name} must be one of ${values.join(', ')}` });
}
