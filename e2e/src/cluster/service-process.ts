import type { ServiceName } from '@earshot/proto/values';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@earshot/core/testing';
import { compiled } from '../compiled.ts';

/** A service that is not ready by then has failed. The time is long because a busy machine starts slowly. */
const readyWithinMs = 300_000;
/** Longer than a service's own deadline for stopping. */
const stopWithinMs = 15_000;

/**
 * One replica of one service as a separate process. After a restart only its name, address and settings are the same.
 */
export interface ServiceProcess {
  readonly service: ServiceName;
  readonly replica: number;
  /** Its address, which is the same after every start. */
  readonly url: string;
  /** The address of its metrics. */
  readonly metricsUrl: string;
  /** undefined while the process does not run. */
  pid(): number | undefined;
  /** Starts the process without waiting for it. The process must not be running. */
  start(): void;
  /** Resolves when `/health/ready` reports ready. Throws with the log when the process ends earlier. */
  ready(): Promise<void>;
  /** Sends the signal and waits until the process has ended. With SIGKILL no handler runs and nothing is flushed. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Suspends the process until `thaw` while its connections stay open, like a host that is out of CPU time. */
  freeze(): void;
  thaw(): void;
  /** Everything the process has written since the cluster started, over all its starts. */
  output(): Promise<string>;
}

export interface ProcessFacts {
  readonly service: ServiceName;
  readonly replica: number;
  readonly port: number;
  readonly metricsPort: number;
  /** The file that starts the service. */
  readonly main: string;
  /** The whole environment of the process. Nothing is inherited. */
  readonly settings: Readonly<Record<string, string>>;
  /** The folder of the log file to which the output is appended. */
  readonly logFolder: string;
}

/** The main file of a service, relative to the root of the project. */
export function mainOf(service: ServiceName): string {
  if (service === 'scan-worker') return 'services/scan/src/worker-main.ts';
  if (service === 'scan-ingest') return 'services/scan/src/ingest-main.ts';
  return `${service === 'sandbox' ? 'apps' : 'services'}/${service}/src/main.ts`;
}

/** Describes the process without starting it. */
export function serviceProcess(facts: ProcessFacts): ServiceProcess {
  const { service, replica } = facts;
  const name = `${service}-${replica}`;
  const log = join(facts.logFolder, `${name}.log`);
  const url = `http://127.0.0.1:${facts.port}`;
  let running: ChildProcess | undefined;
  const output = () => readFile(log, 'utf8').catch(() => '');
  const ended = async () => new Error(`${name} ended before it was ready:\n${(await output()).slice(-4_000)}`);
  return {
    service,
    replica,
    url,
    metricsUrl: `http://127.0.0.1:${facts.metricsPort}/metrics`,
    output,
    pid: () => running?.pid,
    start: () => {
      if (running !== undefined) throw new Error(`${name} runs already`);
      const child = launch(facts, log);
      running = child;
      // Kills the process when the test process exits for any reason, so that none is left running.
      const end = () => child.kill('SIGKILL');
      process.once('exit', end);
      child.once('close', () => {
        process.off('exit', end);
        if (running === child) running = undefined;
      });
    },
    ready: async () => {
      const answers = async () => {
        if (running === undefined) throw await ended();
        return isReady(url);
      };
      await until(`${name} to be ready`, answers, readyWithinMs);
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    kill: async (signal) => {
      const child = running;
      if (child === undefined) return;
      const gone = once(child, 'close');
      // A stopped process handles no signal except SIGKILL until it is continued.
      child.kill('SIGCONT');
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await gone;
      clearTimeout(late);
    },
  };
}

function launch({ main, settings }: ProcessFacts, log: string): ChildProcess {
  const file = openSync(log, 'a');
  try {
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: { ...compiled, ...settings },
      stdio: ['ignore', file, file],
    });
  } finally {
    closeSync(file);
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}
