import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const inspected = z.tuple([
  z.object({
    Id: z.string(),
    Image: z.string(),
    State: z.object({ StartedAt: z.string(), Pid: z.number(), Running: z.boolean() }),
    NetworkSettings: z.object({ Networks: z.record(z.string(), z.object({ IPAddress: z.string() })) }),
  }),
]);

/** Runs docker with `input` as its standard input. Resolves with its output, and throws with its error output. */
export async function docker(args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await run(args, input);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${String(code)}: ${stderr.trim()}`);
  return stdout;
}

/** The last lines that the container has written, to both of its outputs. */
export async function logsOf(container: string): Promise<string> {
  const { stdout, stderr } = await run(['logs', '--tail', '50', container]);
  return stdout + stderr;
}

async function run(args: readonly string[], input = '') {
  const child = spawn('docker', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  // A command that does not read its input closes the pipe. Its error output then explains the failure.
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr, ended] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  const code: unknown = ended[0];
  return { code, stdout, stderr };
}

export async function inspect(container: string) {
  const [found] = inspected.parse(JSON.parse(await docker(['inspect', container])));
  return found;
}

/** The process that serves: the child, where the container's first process is an init process or nginx's master. */
export async function serverIn(pid: number): Promise<number> {
  const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ');
  return Number(child) || pid;
}
