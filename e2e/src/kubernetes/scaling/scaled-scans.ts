import { series, until } from '@earshot/core/testing';
import { z } from 'zod';
import { documentsAway } from '../../../../packages/service-kit/src/documents/documents-away.ts';
import { portForward } from '../port-forward.ts';
import type { TheInstallation } from '../the-installation.ts';
import { serveLoadPosts } from './load-site.ts';
import { loadCommunities } from './posts.ts';
import { openScanLoad, type ScanLoad } from './scan-load.ts';
import { watchWorkers, type Workers } from './workers.ts';

/** Number of users, each with a scan of 20 tasks, that the load begins with. */
const users = series({ ci: 75, soak: 250 });
/** Number of tasks that wait before a scaler takes over the workers. */
export const waitingTasks = users * loadCommunities.length;
/** The load never exceeds so many tasks: a scaler that adds no workers must not keep the test going for long. */
const mostTasks = 10 * waitingTasks;
/** A timeout in milliseconds that catches hangs on a busy machine. It is not a performance target. */
const patienceMs = 1_500_000;
const lookEveryMs = 3_000;

export interface ScaledScans {
  /** All tasks of the load, those included that were added while the scaler had yet to look. */
  readonly tasks: number;
  /** Tasks that were waiting when the first worker started. */
  readonly waiting: number;
  /** The largest number of workers that ran at once. */
  readonly most: number;
  /** The number of workers at the end. */
  readonly least: number;
  readonly faults: readonly string[];
  /** Deliveries of tasks, by worker. */
  readonly deliveries: ReadonlyMap<string, number>;
  /** Seconds since the scaler took over. */
  readonly seconds: { readonly grown: number; readonly done: number; readonly shrunk: number };
}

/** Values of the chart. */
export interface Scaling {
  readonly mode: 'keda' | 'hpa';
  readonly min: number;
  readonly max: number;
  readonly cpu?: number;
  readonly behavior: object;
}

/**
 * Queues `waitingTasks` while no worker runs. Then `worker`, the chart values of the scan worker, enables a scaler.
 * Until `max` workers run, as many tasks are added whenever half of them are done: one worker can do all of them before
 * an HPA, which looks every 15 s, has seen it work. Resolves when all tasks are done and `min` workers are left.
 * Restores the installation afterwards.
 */
export async function scaledScans(
  installation: TheInstallation,
  worker: { readonly scaling: Scaling; readonly resources?: object },
): Promise<ScaledScans> {
  const { helm, kubectl, namespace, release, settled } = installation;
  const before = await revision(installation);
  const restoreSite = await serveLoadPosts(installation);
  const forward = await portForward(namespace, 'svc/mongo', 27017);
  const load = await openScanLoad(`mongodb://${new URL(forward.url).host}/?directConnection=true`);
  const workers = watchWorkers(installation);
  try {
    await kubectl('scale', `deployment/${release}-scan-worker`, '--replicas', '0');
    await until('no worker to be left', async () => (await workers.look()).pods === 0, patienceMs, lookEveryMs);
    const waiting = await queued(load);
    const upgrade = ['upgrade', release, 'charts/earshot', '--reuse-values', '--no-hooks', '--values', '-'];
    await helm(upgrade, { input: JSON.stringify({ services: { 'scan-worker': worker } }) });
    return { waiting, ...(await drained(load, workers, worker.scaling)) };
  } finally {
    await workers.stop();
    await runWithRetry('the load to be gone', () => load.remove());
    await load.close();
    await forward.stop();
    await helm(['rollback', release, String(before), '--no-hooks']);
    await restoreSite();
    await settled();
  }
}

const release = z.object({ version: z.number() });

async function revision({ helm, release: name }: TheInstallation): Promise<number> {
  return release.parse(JSON.parse(await helm(['status', name, '--output', 'json']))).version;
}

/** Starts the scans and waits until every task is in Kafka. Resolves with the number of tasks that are not done. */
async function queued(load: ScanLoad): Promise<number> {
  await runWithRetry('the scans to start', () => load.start(users));
  const published = async () => {
    const state = await load.state();
    return state.unpublished === 0 && state;
  };
  const { tasks, endedTasks } = await pollWithRetry('all tasks to be published', published);
  return tasks - endedTasks;
}

async function drained(load: ScanLoad, workers: Workers, { min, max }: Scaling) {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  let grown = 0;
  const ended = async () => {
    const { running } = await workers.look();
    if (grown === 0 && running >= max) grown = seconds();
    const state = await load.state();
    const left = state.tasks - state.endedTasks;
    if (grown > 0 || left > waitingTasks / 2 || state.tasks >= mostTasks)
      return state.endedJobs === state.jobs && state;
    await load.start(users);
    return false;
  };
  const { tasks } = await pollWithRetry('every scan to end', ended);
  const done = seconds();
  const deliveries = new Map(workers.deliveries());
  const faults = await pollWithRetry('the faults of the scans to be read', () => load.faults());
  const shrunk = await pollWithRetry('the workers to be few again', async () => {
    const { desired, pods } = await workers.look();
    return desired === min && pods === min ? { at: seconds(), pods } : null;
  });
  return {
    tasks,
    most: workers.most(),
    least: shrunk.pods,
    faults,
    deliveries,
    seconds: { grown, done, shrunk: shrunk.at },
  };
}

/** Polls until the condition holds. Retries while the database cannot be reached. */
function pollWithRetry<T>(what: string, look: () => Promise<T | false | null>): Promise<T> {
  const looked = () =>
    look().catch((error: unknown) => {
      if (documentsAway(error)) return null;
      throw error;
    });
  return until(what, looked, patienceMs, lookEveryMs);
}

/** Runs the work. Retries while the database cannot be reached. */
async function runWithRetry(what: string, work: () => Promise<void>): Promise<void> {
  await pollWithRetry(what, async () => {
    await work();
    return true;
  });
}

/** A summary for the log of the run. */
export function described({ tasks, most, deliveries, seconds }: ScaledScans): string {
  const sum = [...deliveries.values()].reduce((all, one) => all + one, 0);
  return (
    `${tasks} tasks; ${most} workers after ${seconds.grown} s, all done after ${seconds.done} s, shrunk after ` +
    `${seconds.shrunk} s; ${sum} deliveries: ${[...deliveries.values()].join(' + ')}\n`
  );
}
