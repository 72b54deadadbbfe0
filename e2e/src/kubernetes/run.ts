import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Root of the sources. */
export const project = fileURLToPath(new URL('../../../', import.meta.url));

export interface RunOptions {
  /** The standard input of the program. */
  readonly input?: string;
  /** Also prints the output while the program runs. */
  readonly shown?: boolean;
}

/** Runs a program in the root of the sources. Resolves with its output, and throws with its error output. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const child = spawn(command, args, { cwd: project, stdio: ['pipe', 'pipe', 'pipe'] });
  // A program that does not read its input closes the pipe. Its error output then explains the failure.
  child.stdin.on('error', () => undefined).end(options.input);
  if (options.shown === true) {
    child.stdout.on('data', (data: Buffer) => process.stdout.write(data));
    child.stderr.on('data', (data: Buffer) => process.stderr.write(data));
  }
  const [stdout, stderr, ended] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const code: unknown = ended[0];
  if (code === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} ended with ${String(code)}:\n${stderr.trim() || stdout.trim()}`);
}
