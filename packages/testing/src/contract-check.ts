import { type ErrorCode, errorTable, isErrorCode } from '@earshot/proto/errors';
import { contracts, type Endpoint, errorBody, errorsOf } from '@earshot/proto/http';
import { isDeepStrictEqual } from 'node:util';

/** An answer as received by a test. The body is parsed if it is JSON, and absent or empty without content. */
export interface CheckedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Errors of services for requests that did not pass the gateway's checks. */
const ofServices: readonly ErrorCode[] = ['auth.unauthorized', 'auth.forbidden', 'route.not-found'];
/** Errors of the gateway for requests that match no call. */
const ofNoCall: readonly ErrorCode[] = ['route.not-found', 'route.method-not-allowed', 'internal'];

/** Throws unless the answer matches the call's contract exactly: status, headers and body, without extra fields. */
export function checkAnswer(endpoint: Endpoint, answer: CheckedAnswer): void {
  const summary = `${endpoint.method} ${endpoint.path} answered ${answer.status}`;
  if (answer.status >= 400)
    checkError([...errorsOf(endpoint), ...ofServices], endpoint.reportsSuccess, answer, summary);
  else checkSuccess(endpoint, answer, summary);
}

/**
 * The same for a request to the gateway, whose call is found by method and path. A request that matches no call must
 * get an error.
 */
export function checkApiAnswer({ method, path }: { method: string; path: string }, answer: CheckedAnswer): void {
  if (!path.startsWith('/api/') || path.startsWith('/api/docs/') || method === 'HEAD') return;
  const endpoint = callOf(method, path);
  if (endpoint !== undefined) checkAnswer(endpoint, answer);
  else checkError(ofNoCall, false, answer, `${method} ${path}, which is no call, answered ${answer.status}`);
}

const byFixedParts = Object.values(contracts)
  .filter((endpoint) => endpoint.callers.includes('gateway'))
  .map((endpoint) => ({ endpoint, pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}/?$`) }))
  .sort((a, b) => Number(a.endpoint.path.includes('/:')) - Number(b.endpoint.path.includes('/:')));

function callOf(method: string, path: string): Endpoint | undefined {
  const [plain = ''] = path.split('?');
  const here = byFixedParts.filter(({ pattern }) => pattern.test(plain));
  // Fixed segments take precedence over parameters, even for a different method.
  return here.find(({ endpoint }) => endpoint.path === here[0]?.endpoint.path && endpoint.method === method)?.endpoint;
}

function checkSuccess(endpoint: Endpoint, { status, headers, body }: CheckedAnswer, summary: string): void {
  if (!endpoint.statuses.includes(status)) throw new Error(`${summary}, which its contract does not declare`);
  const type = headers.get('content-type') ?? '';
  if (status === 204 || status === 302) {
    if (!isEmpty(body)) throw new Error(`${summary} with a body`);
    if (status === 302 && headers.get('location') === null) throw new Error(`${summary} without a location header`);
    return;
  }
  if (type.split(';')[0] !== endpoint.produces) throw new Error(`${summary} with ${type}, not ${endpoint.produces}`);
  if (endpoint.produces !== 'application/json') return;
  const parsed = endpoint.response.safeParse(body);
  if (!parsed.success) throw new Error(`${summary} against its contract: ${parsed.error.message}`);
  const more = firstDifference(body, parsed.data, 'body');
  if (more !== null) throw new Error(`${summary} with fields missing from its contract, at ${more}`);
}

function checkError(
  codes: readonly ErrorCode[],
  reportsSuccess: boolean,
  answer: CheckedAnswer,
  summary: string,
): void {
  const { status, headers } = answer;
  const parsed = errorBody.strict().safeParse(answer.body);
  if (!parsed.success) throw new Error(`${summary} with no error body: ${JSON.stringify(answer.body)}`);
  const { code, message, requestId, success, error } = parsed.data;
  if (!isErrorCode(code) || errorTable[code].status !== status) throw new Error(`${summary} with the code ${code}`);
  if (!codes.includes(code)) throw new Error(`${summary} with ${code}, which its contract does not declare`);
  if (requestId === '' || requestId !== headers.get('x-request-id'))
    throw new Error(`${summary} without its request's id`);
  if (code === 'rate.limited' && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) {
    throw new Error(`${summary} without a valid retry-after header`);
  }
  if (reportsSuccess ? success !== false || error !== message : success !== undefined || error !== undefined) {
    throw new Error(`${summary} ${reportsSuccess ? 'without' : 'with'} success and error in its body`);
  }
}

function isEmpty(body: unknown): boolean {
  return body === undefined || body === '';
}

/** The path of the first difference of two values, or null. */
function firstDifference(given: unknown, wanted: unknown, at: string): string | null {
  if (isDeepStrictEqual(given, wanted)) return null;
  if (typeof given !== 'object' || given === null || typeof wanted !== 'object' || wanted === null) return at;
  const known = new Map(Object.entries(wanted));
  for (const [key, value] of Object.entries(given)) {
    const found = known.has(key) ? firstDifference(value, known.get(key), `${at}.${key}`) : `${at}.${key}`;
    if (found !== null) return found;
  }
  return at;
}
