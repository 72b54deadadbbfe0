import { random, series } from '@earshot/core/testing';
import type { ServiceName } from '@earshot/proto/values';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { setTimeout as wait } from 'node:timers/promises';
import { endings } from '../../src/cluster/endings.ts';
import { type Baseline, baselineOf, disturbedRun, emptyCaches, type FaultWorld } from '../../src/cluster/kill-run.ts';
import { killed } from '../../src/cluster/schedule.ts';
import { serveGeneratedSite } from '../../src/kubernetes/generated-site.ts';
import { portForward } from '../../src/kubernetes/port-forward.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const firstSeed = Number(process.env['SEED'] ?? 9_001);
const installation = theInstallation();
const { kubectl, release, namespace, url } = installation;
const ended = endings();
let world: FaultWorld;
let baseline: Baseline;

interface Delete {
  readonly service: ServiceName;
  /** When to delete the pod, as a share of the undisturbed scan's time. */
  readonly share: number;
  /** true sends SIGKILL at once; false sends SIGTERM and waits for the grace period. */
  readonly isForced: boolean;
}

/** In CI, the services that work on a scan; others are killed on servers without Kubernetes there. */
const deleted: readonly ServiceName[] =
  series({ ci: 0, soak: 1 }) > 0 ? killed : ['lead', 'scan', 'scan-worker', 'gateway'];

/** Each service once, two per scan, in an order and at moments that the seed determines. */
function schedule(seed: number): { seed: number; names: string; deletes: Delete[] }[] {
  const next = random(seed);
  const order = deleted.map((service) => ({ service, at: next() })).sort((a, b) => a.at - b.at);
  const deletes = order.map(({ service }) => ({ service, share: next(), isForced: next() < 0.5 }));
  return Array.from({ length: Math.ceil(deletes.length / 2) }, (_, at) => {
    const both = deletes.slice(2 * at, 2 * at + 2);
    return { seed: seed + at, names: both.map(({ service }) => service).join(' and '), deletes: both };
  });
}

beforeAll(async () => {
  await installation.settled();
  process.stdout.write(`pod deletes: SEED=${firstSeed} repeats them\n`);
  ended.add(() => installation.settled());
  const mongo = await portForward(namespace, 'svc/mongo', 27017);
  ended.add(mongo.stop);
  const documents = new MongoClient(`${mongo.url.replace('http', 'mongodb')}/?directConnection=true`);
  ended.add(() => documents.close());
  world = { cluster: { namespace: 'earshot', url }, documents };
  // The authors of the generated posts have no account in the sandbox that the other tests use.
  ended.add(() => emptyCaches(world));
  ended.add(await serveGeneratedSite(installation, 40));
  baseline = await baselineOf(world, 100);
});
afterAll(() => ended.run());

async function deletePod({ service, share, isForced }: Delete): Promise<void> {
  await wait(share * baseline.ms);
  const force = isForced ? ['--force', '--grace-period', '0'] : [];
  const pods = `app.kubernetes.io/instance=${release},app.kubernetes.io/component=${service}`;
  await kubectl('delete', 'pods', '--selector', pods, '--wait=false', ...force);
}

it('finds something when nothing is deleted', () => {
  expect(baseline.outcome.job).toMatchObject({ status: 'completed', newLeadsFound: baseline.outcome.leads.length });
  expect(baseline.outcome.leads.length).toBeGreaterThan(10);
});

it.each(schedule(firstSeed))('loses and repeats nothing when the pods of $names are deleted', async (run) => {
  const { seed, deletes } = run;
  const options = { name: `k${seed}`, next: random(seed) };
  const { wrong, acknowledged, ...facts } = await disturbedRun(world, baseline, options, async () => {
    await Promise.all(deletes.map(deletePod));
    await installation.settled();
  });
  expect({ deletes, ...facts, wrong }).toEqual({ deletes, ...facts, wrong: [] });
  expect(acknowledged).toBeGreaterThan(0);
});

it.each(['lead', 'scan', 'scan-worker'])('has given up no event of %s', async (group) => {
  const dlq = ['node', 'apps/operations/src/main.ts', 'dlq', 'list', group];
  expect(await kubectl('exec', `deploy/${release}-scan`, '--', ...dlq)).toBe('0 dead letters\n');
});
