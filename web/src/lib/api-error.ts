import { errorBody, type ErrorBody } from '@earshot/proto/http/contract';

/**
 * A call that was answered with a non-OK status. Its message is the status, ': ' and the body's text (or the
 * status text); `body` is the parsed error of our own services, null when something else answered.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;
  /** False for calls that need no session: their 401 says that credentials are wrong, not that one is signed out. */
  readonly needsSession: boolean;

  constructor(given: { status: number; statusText: string; text: string; needsSession: boolean }) {
    super(`${given.status}: ${given.text || given.statusText}`);
    this.name = 'ApiError';
    this.status = given.status;
    this.body = parseBody(given.text);
    this.needsSession = given.needsSession;
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

/** What a person reads of a failed call: the server's message, or that nothing answered. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.body?.message ?? error.message;
  if (error instanceof TypeError) return unreachable;
  return error instanceof Error ? error.message : unreachable;
}

// How browsers and Vite's preloading say that a page's code or style could not be fetched.
const notFetched = /^Unable to preload|dynamically imported module|Importing a module script failed/i;

/** What a person reads of a page that broke; that its code could not be fetched means that nothing answered. */
export function pageProblem(error: unknown): string {
  return error instanceof Error && notFetched.test(error.message) ? unreachable : messageOf(error);
}

/** Wrong fields by name, as the server said it. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {};
}

/** The wrong fields less those that are being mended. */
export function without(errors: Readonly<Record<string, string>>, ...mended: readonly string[]) {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !mended.includes(name)));
}
