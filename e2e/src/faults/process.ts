import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compiled } from '../compiled.ts';

const main = fileURLToPath(new URL('../../../apps/all-in-one/src/main.ts', import.meta.url));
/** A process that is not ready by then is killed. The time is long because a busy machine starts slowly. */
const startMs = 180_000;

export interface Exit {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Earshot as its users run it: one process on a data folder. */
export interface EarshotProcess {
  readonly url: string;
  /** kill -9: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** The output so far. */
  output(): Omit<Exit, 'code'>;
  /** Sends SIGTERM, like Ctrl-C. */
  stop(): Promise<Exit>;
}

export interface ProcessOptions {
  readonly folder: string;
  /** Settings by the names of their environment variables. Nothing else is inherited. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the process, calls `use` once the process reports that it is ready, and always stops it. Throws with the
 * output when the process ends before it is ready.
 */
export async function withProcess<T>(
  options: ProcessOptions,
  use: (earshot: EarshotProcess) => Promise<T>,
): Promise<T> {
  const { child, exit, output, started } = launch(options);
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name);
    return exit;
  };
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const url = /ready at (\S+)/.exec(output().stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const ended = exit.then(({ code, stdout, stderr }) => {
    throw new Error(`Earshot ended with ${code} before it was ready:\n${stdout}${stderr}`);
  });
  try {
    const url = await Promise.race([ready, ended]);
    started();
    const result = await use({
      url,
      output,
      kill: async () => void (await signal('SIGKILL')),
      stop: () => signal('SIGTERM'),
    });
    await signal('SIGTERM');
    return result;
  } finally {
    await signal('SIGKILL');
  }
}

/** For starts that must fail: resolves with the output when the process has ended. */
export async function runToExit(options: ProcessOptions): Promise<Exit> {
  return launch(options).exit;
}

function launch({ folder, settings = {} }: ProcessOptions) {
  const env = {
    ...compiled,
    PORT: '0',
    SANDBOX_ARRIVALS_PER_HOUR: '0',
    CALLS_PER_MINUTE: '1000000',
    EARSHOT_DATA: folder,
    ...settings,
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const output = () => ({ stdout, stderr });
  const timer = setTimeout(() => child.kill('SIGKILL'), startMs);
  const started = () => clearTimeout(timer);
  const exit = once(child, 'close').then((): Exit => {
    started();
    return { code: child.exitCode, ...output() };
  });
  return { child, exit, output, started };
}
