import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { TheInstallation } from '../the-installation.ts';

/** What can be seen of the scan workers. */
export interface Workers {
  /** Looks once more. */
  look(): Promise<WorkerLook>;
  /** Most workers that ran in one look. */
  most(): number;
  /** Deliveries of tasks that each worker so far has ended well, by its pod's log. */
  deliveries(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export interface WorkerLook {
  /** What the scaler wants. */
  readonly wanted: number;
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

/** Sees workers come and go, and follows what each one logs from its beginning. */
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
      const [own] = items.filter((one) => one.kind === 'Deployment');
      if (own === undefined) throw new Error('there is no Deployment of scan workers');
      most = Math.max(most, running.length);
      return { wanted: own.spec.replicas, running: running.length, pods: pods.length };
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
      // What was said last is on its way.
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
