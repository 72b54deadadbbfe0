import { texts } from './texts.ts';

const known: ReadonlyMap<string, string> = new Map(Object.entries(texts.problems));

/** Why the provider's sign-in ended on our page, in words; null when it did not. The code stands in the address. */
export function loginProblem(search: URLSearchParams): string | null {
  const code = search.get('error');
  return code === null ? null : (known.get(code) ?? texts.problems.failed);
}
