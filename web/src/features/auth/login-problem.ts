import { texts } from './texts.ts';

const known: ReadonlyMap<string, string> = new Map(Object.entries(texts.problems));

/** Explains why the sign-in through a provider failed, from the error code in the address; null without such a code. */
export function loginProblem(search: URLSearchParams): string | null {
  const code = search.get('error');
  return code === null ? null : (known.get(code) ?? texts.problems.failed);
}
