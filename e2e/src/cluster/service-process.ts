import type { ServiceName } from '@earshot/proto/values';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@earshot/core/testing';
import { compiled } from '../compiled.ts';

/** A service that takes longer to be ready is given up; long, because a busy machine starts slowly. */
const readyWithinMs = 300_000;
/** Longer than a service's own deadline for a stop. */
const stopWithinMs = 15_000;

/** One replica of one service: a process of its own, the same one after a restart only in name, address and settings. */
export interface ServiceProcess {
  readonly service: ServiceName;
  readonly replica: number;
  /** Where it answers, now or after its next start. */
  readonly url: string;
  /** Where it tells its metrics. */
  readonly metricsUrl: string;
  /** undefined while it does not run. */
  pid(): number | undefined;
  /** Starts it without waiting; it must not run. */
  start(): void;
  /** Resolves when `/health/ready` says so; throws with its log when it ends before that. */
  ready(): Promise<void>;
  /** Sends the signal and waits until it is gone. SIGKILL: no handler runs, nothing is flushed. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stands still, connections open, until `thaw`: what a host out of breath looks like. */
  freeze(): void;
  thaw(): void;
  /** What it has written since the cluster began, over all its starts. */
  said(): Promise<string>;
}

export interface ProcessFacts {
  readonly service: ServiceName;
  readonly replica: number;
  readonly port: number;
  readonly metricsPort: number;
  /** The file that starts it. */
  readonly main: string;
  /** Its whole environment; nothing is inherited. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its output is appended to a file of this folder. */
  readonly logFolder: string;
}

/** Where the sources of a service's process begin, from the project's root. */
export function mainOf(service: ServiceName): string {
  if (service === 'scan-worker') return 'services/scan/src/worker-main.ts';
  return `${service === 'sandbox' ? 'apps' : 'services'}/${service}/src/main.ts`;
}

/** Not started yet. */
export function serviceProcess(facts: ProcessFacts): ServiceProcess {
  const { service, replica } = facts;
  const name = `${service}-${replica}`;
  const log = join(facts.logFolder, `${name}.log`);
  const url = `http://127.0.0.1:${facts.port}`;
  let running: ChildProcess | undefined;
  const said = () => readFile(log, 'utf8').catch(() => '');
  const ended = async () => new Error(`${name} ended before it was ready:\n${(await said()).slice(-4_000)}`);
  return {
    service,
    replica,
    url,
    metricsUrl: `http://127.0.0.1:${facts.metricsPort}/metrics`,
    said,
    pid: () => running?.pid,
    start: () => {
      if (running !== undefined) throw new Error(`${name} runs already`);
      const child = launch(facts, log);
      running = child;
      // Nothing outlives the tests, whatever ends them.
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
      // A frozen process hears no other signal than SIGKILL.
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
