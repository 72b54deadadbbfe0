import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** In milliseconds. It is long because a freshly started server builds indexes slowly. */
const withinMs = 300_000;

interface Operation {
  /** Root of the sources. */
  readonly sources: string;
  /** The command as in `npm run COMMAND`. */
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Runs an operator's command as a process. Resolves with its output, and throws with its output when it fails. */
export async function runOperation({ sources, command, args, settings }: Operation): Promise<string> {
  const main = join(sources, 'apps/operations/src/main.ts');
  const given = ['--disable-warning=ExperimentalWarning', main, command, ...args];
  const { stdout } = await run(process.execPath, given, { env: { ...settings }, timeout: withinMs });
  return stdout;
}
