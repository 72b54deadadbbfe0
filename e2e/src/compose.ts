import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cwd = new URL('../..', import.meta.url).pathname;

/**
 * Runs `docker compose` on the project that COMPOSE_PROJECT_NAME names. Resolves with the output and rejects when the
 * command fails. Throws when no project is named: `npm test` starts one and names it.
 */
export async function compose(...args: string[]): Promise<string> {
  if (!process.env['COMPOSE_PROJECT_NAME']) throw new Error('COMPOSE_PROJECT_NAME names no project to test');
  const all = ['compose', '--progress', 'quiet', ...args];
  const { stdout } = await run('docker', all, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
