import { errorBody, type ErrorBody } from '@earshot/proto/http/contract';

interface ErrorAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly text: string;
  readonly needsSession: boolean;
  /** The header of this name. */
  readonly retryAfter?: string | null;
}

/**
 * A call that was answered with a non-OK status. Its message is the status, ': ' and the body's text (or the
 * status text); `body` is the parsed error of our own services, null when something else answered.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;
  /** False for calls that need no session: their 401 says that credentials are wrong, not that one is signed out. */
  readonly needsSession: boolean;
  /** How long a 429 asks to wait; null: it does not say. */
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

/** Something between us and the service answered, such as a proxy with a page of its own: nobody should read its HTML. */
const strange = (status?: number) =>
  `Earshot's answer could not be read${status === undefined ? '' : ` (status ${status})`}. Try again in a moment.`;

/** A limit's own message says 'in a moment'; how long that is stands in its answer. */
function told({ body, status, retryAfterSeconds }: ApiError): string {
  const words = body?.message ?? strange(status);
  if (retryAfterSeconds === null) return words;
  const wait =
    retryAfterSeconds < 120 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return words.replace(/in a moment$/, retryAfterSeconds === 1 ? 'in 1 second' : `in ${wait}`);
}

/** What a person reads of a failed call: the server's message, or that nothing or something else answered. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return told(error);
  if (error instanceof TypeError) return unreachable;
  if (error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError')) return strange();
  return error instanceof Error ? error.message : unreachable;
}

// How browsers and Vite's preloading say that a page's code or style could not be fetched.
const notFetched = /^Unable to preload|dynamically imported module|Importing a module script failed/i;

/** Whether a page broke since its code could not be fetched; the browser does not fetch it again by itself. */
export const isNotFetched = (error: unknown) => error instanceof Error && notFetched.test(error.message);

/** What a person reads of a page that broke; that its code could not be fetched means that nothing answered. */
export function pageProblem(error: unknown): string {
  return isNotFetched(error) ? unreachable : messageOf(error);
}

/** Wrong fields by name, as the server said it. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {};
}

/** The wrong fields less those that are being mended. */
export function without(errors: Readonly<Record<string, string>>, ...mended: readonly string[]) {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !mended.includes(name)));
}
