import { ApiError } from './api-error.ts';

/** A pending question to the user: is it really them? Created when a call was answered with `auth.confirm`. */
export interface Question {
  /** `true` if the session is now confirmed, `false` if the user cancelled. */
  readonly answer: (isConfirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let question: Question | null = null;

function set(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Holds the pending question. The dashboard shows its dialog. */
export const confirmation = {
  current: () => question,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Asks the user to confirm. Several calls share one question. */
let pendingAnswer: Promise<boolean> | null = null;
function ask(): Promise<boolean> {
  pendingAnswer ??= new Promise<boolean>((resolve) => {
    const answer = (isConfirmed: boolean) => {
      set(null);
      pendingAnswer = null;
      resolve(isConfirmed);
    };
    set({ answer });
  });
  return pendingAnswer;
}

/**
 * Makes a sensitive call. If the session must be confirmed first, it asks the user and then repeats the call. If the
 * user cancels, it throws the answer to the first call.
 */
export async function confirmed<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.body?.code === 'auth.confirm';
    if (!isRefused || !(await ask())) throw error;
    return await call();
  }
}

/** Whether a call failed because the user cancelled the question. They know it, so nothing is reported. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'auth.confirm';
}
