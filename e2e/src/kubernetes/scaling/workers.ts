import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { TheInstallation } from '../the-installation.ts';

/** Observations of the scan workers. */
export interface Workers {
  /** Looks once more. */
  look(): Promise<WorkerLook>;
  /** The largest number of workers that ran at one look. */
  most(): number;
  /** Task deliveries that each worker so far completed successfully, according to its pod's log. */
  deliveries(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export interface WorkerLook {
  /** The number of replicas that the scaler requests. */
  readonly desired: number;
  readonly running: number;
  readonly pods: number;
}

const deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({ replicas: z.number() }),
});
const pod = z.object({
  kind: z.literal('Pod'),
  metadata: z.object({ name: z.string() }),
  status: z.object({ phase: z.string().optional() }),
});
const found = z.object({ items: z.array(z.union([deployment, pod])) });
const taskLine = z.object({ msg: z.literal('event'), topic: z.string().regex(/scan\.tasks$/) });

/** Observes how many workers run, and follows the log of each one from its start. */
export function watchWorkers({ json, namespace, release }: TheInstallation): Workers {
  const labels = `app.kubernetes.io/component=scan-worker,app.kubernetes.io/instance=${release}`;
  const followed = new Map<string, Followed>();
  let most = 0;
  return {
    look: async () => {
      const { items } = await json(found, 'get', 'deployments,pods', '--selector', labels);
      const pods = items.filter((one) => one.kind === 'Pod');
      const running = pods.filter(({ status }) => status.phase === 'Running').map(({ metadata }) => metadata.name);
      for (const name of running) if (!followed.has(name)) followed.set(name, follow(namespace, name));
      const [deployment] = items.filter((one) => one.kind === 'Deployment');
      if (deployment === undefined) throw new Error('there is no Deployment of scan workers');
      most = Math.max(most, running.length);
      return { desired: deployment.spec.replicas, running: running.length, pods: pods.length };
    },
    most: () => most,
    deliveries: () => new Map([...followed].map(([name, { count }]) => [name, count()])),
    stop: async () => void (await Promise.all([...followed.values()].map((one) => one.stop()))),
  };
}

interface Followed {
  count(): number;
  stop(): Promise<void>;
}

function follow(namespace: string, name: string): Followed {
  const kubectl = spawn('kubectl', ['--namespace', namespace, 'logs', '--follow', `pod/${name}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let count = 0;
  createInterface(kubectl.stdout).on('line', (line) => {
    if (line.includes('scan.tasks') && taskLine.safeParse(parsed(line)).success) count += 1;
  });
  const closed = once(kubectl, 'close').catch(() => undefined);
  return {
    count: () => count,
    stop: async () => {
      // The last log lines may still be on their way.
      await Promise.race([closed, wait(1_000, undefined, { ref: false })]);
      kubectl.kill();
      await closed;
    },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
