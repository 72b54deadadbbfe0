import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
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
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly callers: readonly ServiceName[];
  readonly statuses: readonly number[];
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** What the usual success answer is, when it is not JSON: `text/csv`. `response` then is `noContent` or text. */
  readonly produces: string;
  /** A body of any type is taken and passed over: for callers who cannot choose what they send. */
  readonly ignoresBody: boolean;
  /** Names of our own cookies that the gateway passes on to the owner; all others stay with it. */
  readonly cookies: readonly string[];
  /** Request headers that the call understands beside the usual ones, each with what it does. */
  readonly headers: Readonly<Record<string, string>>;
  /** Error answers also carry `success: false` and `error`, the message. */
  readonly tellsSuccess: boolean;
  /** Codes of the error table that this call can answer, beside those that every call of its kind can. */
  readonly errors: readonly ErrorCode[];
  /** One sentence for people who read the API's description. */
  readonly summary: string;
}

const nothing = z.object({});
type Nothing = typeof nothing;
/** The response of a 204. */
export const noContent = z.undefined();

type Needed = 'service' | 'method' | 'path' | 'response' | 'summary';
type Given = Pick<Endpoint, Needed> & Partial<Omit<Endpoint, Needed>>;
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
    produces: 'application/json',
    ignoresBody: false,
    cookies: [],
    headers: {},
    tellsSuccess: false,
    errors: [],
    ...given,
  };
}

/** A moment in UTC, ISO 8601 with `Z`. */
export const timestamp = z.iso.datetime();
/** Ids are opaque: one that names nothing of the caller's is 404, never 400. */
export const idParams = z.object({ id: z.string().min(1) });

/** A sentence for people, where there is nothing else to answer with. */
export const notice = z.object({ message: z.string() });

/** The body of every error answer. `fields` names each wrong field and says what is wrong with it; `success` and `error` only where the call says so. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  success: z.literal(false).optional(),
  error: z.string().optional(),
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
