import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../services/all-in-one/src/main.ts', import.meta.url));
/** Long, because a busy machine starts slowly; a start that fails ends the process and is told at once. */
const startMs = 60_000;

export interface Exit {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Earshot as its users run it: a process of its own over a data folder. */
export interface EarshotProcess {
  readonly url: string;
  /** kill -9: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** SIGTERM, as a person's Ctrl-C. */
  stop(): Promise<Exit>;
}

export interface ProcessOptions {
  readonly folder: string;
  /** Settings by their names in the environment; nothing else is inherited. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Resolves when it says that it is ready; throws with all it said when it ends before. */
export async function startProcess(options: ProcessOptions): Promise<EarshotProcess> {
  const { child, exit, said } = launch(options);
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const url = /ready at (\S+)/.exec(said().stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const ended = exit.then(({ code, stdout, stderr }) => {
    throw new Error(`Earshot ended with ${code} before it was ready:\n${stdout}${stderr}`);
  });
  const url = await Promise.race([ready, ended, late(child)]);
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name);
    return exit;
  };
  return { url, stop: () => signal('SIGTERM'), kill: async () => void (await signal('SIGKILL')) };
}

/** For starts that must fail: resolves with what it said when it has ended. */
export async function runToExit(options: ProcessOptions): Promise<Exit> {
  const { child, exit } = launch(options);
  return Promise.race([exit, late(child)]);
}

function launch({ folder, settings = {} }: ProcessOptions) {
  const env = { PORT: '0', SANDBOX_ARRIVALS_PER_HOUR: '0', EARSHOT_DATA: folder, ...settings };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const said = () => ({ stdout, stderr });
  const exit = once(child, 'close').then((): Exit => ({ code: child.exitCode, ...said() }));
  return { child, exit, said };
}

async function late(child: ChildProcess): Promise<never> {
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, startMs);
    child.once('close', () => clearTimeout(timer));
  });
  child.kill('SIGKILL');
  throw new Error(`Earshot was neither ready nor ended after ${startMs} ms`);
}
