import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of data that tests measure with and that we may not publish: posts and API answers of others, in the folder
 * `shared` next to the repository. Returns null and prints one line if it is missing, so that the tests that need it are
 * skipped. With `TEST_SHARED=required`, as on our own CI, throws instead.
 */
export function sharedData(path: string): string | null {
  const file = fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url));
  if (existsSync(file)) return file;
  const missing = `../shared/${path} is missing: it holds data of others that we may not publish`;
  if (process.env['TEST_SHARED'] === 'required')
    throw new Error(`${missing}. Put it there, or unset TEST_SHARED to skip the tests that need it.`);
  process.stderr.write(`skipped: ${missing}\n`);
  return null;
}
