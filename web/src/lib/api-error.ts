import { errorBody, type ErrorBody } from '@earshot/proto/http/contract';

interface ErrorAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
  readonly needsSession: boolean;
  /** Value of the Retry-After header. */
  readonly retryAfter?: string | null;
}

/**
 * A call that was answered with a non-OK status. Its message is the status, ': ' and the text of the body (or the status text).
 * `body` is the parsed error of our services; null if something else answered.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;
  /** False for calls that need no session: their 401 means wrong credentials, not an ended session. */
  readonly needsSession: boolean;
  /** The wait in seconds that a 429 requests; null if it gives none. */
  readonly retryAfterSeconds: number | null;

  constructor(given: ErrorAnswer) {
    super(`${given.status}: ${given.text || given.statusText}`);
    this.name = 'ApiError';
    this.status = given.status;
    this.body = parseBody(given.text);
    this.needsSession = given.needsSession;
    const seconds = Number.parseInt(given.retryAfter ?? '', 10);
    this.retryAfterSeconds = given.status === 429 && seconds > 0 ? seconds : null;
  }
}

function parseBody(text: string): ErrorBody | null {
  try {
    return errorBody.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.needsSession;
}

const unreachable = 'Earshot does not answer. Check your connection and try again.';

/** Something between the browser and the service answered, such as a proxy. Users should not see its HTML. */
const strange = (status?: number) =>
  `Earshot's answer could not be read${status === undefined ? '' : ` (status ${status})`}. Try again in a moment.`;

/** A rate limit's message only contains 'in a moment'; the Retry-After header has the actual wait. */
function describeApiError({ body, status, retryAfterSeconds }: ApiError): string {
  const words = body?.message ?? strange(status);
  if (retryAfterSeconds === null) return words;
  const wait =
    retryAfterSeconds < 120 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return words.replace(/in a moment$/, retryAfterSeconds === 1 ? 'in 1 second' : `in ${wait}`);
}

/** The user-readable message of a failed call: the server's message, or that there was no answer or an unreadable one. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return describeApiError(error);
  if (error instanceof TypeError) return unreachable;
  if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError')) return strange();
  return error instanceof Error ? error.message : unreachable;
}

// How browsers and Vite's preloading report that a page's code or style could not be fetched.
const notFetched = /^Unable to preload|dynamically imported module|Importing a module script failed/i;

/** Whether a page failed because its code could not be fetched. The browser does not retry such a fetch. */
export const isNotFetched = (error: unknown) => error instanceof Error && notFetched.test(error.message);

/** The user-readable reason why a page failed. If its code could not be fetched, the connection is the reason. */
export function pageProblem(error: unknown): string {
  return isNotFetched(error) ? unreachable : messageOf(error);
}

/** The server's error messages by field. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {};
}

/** The errors without those of fields that the user is correcting. */
export function without(errors: Readonly<Record<string, string>>, ...mended: readonly string[]) {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !mended.includes(name)));
}
