import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Building indexes on a server that has just begun takes its time. */
const withinMs = 300_000;

interface Operation {
  /** Root of the sources. */
  readonly sources: string;
  /** As after `npm run`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Runs an operator's command as a process; resolves with what it printed, throws with that when it fails. */
export async function runOperation({ sources, command, args, settings }: Operation): Promise<string> {
  const main = join(sources, 'apps/operations/src/main.ts');
  const given = ['--disable-warning=ExperimentalWarning', main, command, ...args];
  const { stdout } = await run(process.execPath, given, { env: { ...settings }, timeout: withinMs });
  return stdout;
}
