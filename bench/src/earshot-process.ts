import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The root of the sources. */
export const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const manifest = z.object({ scripts: z.object({ start: z.string() }) });

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** From spawn to the first 200 of `path`. */
  readonly readyMs: number;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

export interface ServerCommand {
  /** Arguments for Node. */
  readonly args: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Requested until it returns 200. Absent for a server that is ready when it prints its address. */
  readonly path?: string;
}

/** Starts a server that prints its address and waits until it responds. Throws with its output if it exits first. */
export async function startServer({ args, settings, path }: ServerCommand): Promise<ServerProcess> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: project,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await addressOf(child);
  while (path !== undefined && !(await answers(`${url}${path}`)))
    await new Promise((resolve) => setTimeout(resolve, 2));
  const readyMs = performance.now() - start;
  return {
    url,
    pid: child.pid ?? 0,
    readyMs,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Starts the whole product in a child process on a data folder, with the flags of `npm start`. */
export async function startEarshot(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const { scripts } = manifest.parse(JSON.parse(await readFile(join(project, 'package.json'), 'utf8')));
  const command = scripts.start.split(' && ').at(-1)?.split(' ') ?? [];
  return startServer({
    args: command.slice(1),
    settings: { PORT: '0', CALLS_PER_MINUTE: '1000000', EARSHOT_DATA: folder, ...settings },
    path: '/health/ready',
  });
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [output, ready] = ['', false];
    const listen = (chunk: Buffer): void => {
      if (ready) return;
      output += chunk.toString();
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      ready = true;
      resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The server exited with ${code}: ${output}`)));
  });
}

/** Whether the address returns 200. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Resident memory of a process in MB: now, and the most so far. NaN without Linux's /proc. */
export async function memoryMb(pid: number): Promise<{ readonly rssMb: number; readonly peakMb: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { rssMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}

/**
 * Processor time that a process has used, in seconds. On a busy machine it is more reliable than wall time. NaN without
 * Linux's /proc.
 */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in brackets: user and system time are the 12th and 13th field, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
