import { until } from '@earshot/core/testing';
import { leadList } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Founder, founder } from '../../src/founder.ts';
import { type Inside, runInside } from '../../src/kubernetes/inside.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const measureSeconds = 10;
/**
 * How many Deployments roll at once. One that calls another loses pods while the other does. More would start so many
 * processes on the two processors of a test machine that all pods fail their probes.
 */
const together = 2;
/** In milliseconds. All pods restart, while they share the processor with the load. */
const patienceMs = 1_800_000;
const installation = theInstallation();
const { kubectl, json, release, namespace, url } = installation;
const lists = z.record(z.string(), z.string());
/** The line that the load pod prints each second. */
const loadState = z.object({
  /** Answers a second while only the pod's clients waited for them; null until it is measured. */
  measured: z.number().nullable(),
  sent: z.number(),
  /** Requests by method and status. */
  counts: z.record(z.string(), z.number()),
  failures: z.array(z.string()),
  /** How often each socket was authenticated, and its list: the status of each lead. */
  sockets: z.array(z.object({ opened: z.number(), list: lists.nullable() })),
  /** The last acknowledged status of each changed lead. */
  truth: lists,
  busy: z.number(),
  /** Whether the load has received the signal to send no more. */
  stopped: z.boolean(),
});

const deployments = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({ replicas: z.number(), strategy: z.object({ type: z.string() }) }),
    }),
  ),
});

let all: z.infer<typeof deployments>['items'];
let member: Founder;
let inside: Inside;

beforeAll(async () => {
  await installation.settled();
  all = (await json(deployments, 'get', 'deployments')).items;
  // The sandbox, which replaces its pod at once, is no service of the product.
  for (const { metadata, spec } of all) if (spec.strategy.type === 'RollingUpdate') await scale(metadata.name, 2);
  await installation.settled();
  member = await founder(url);
  const { visitor, leads } = member;
  inside = await runInside(installation, {
    name: 'load',
    image: installation.image,
    program: 'load-in-pod.mjs',
    settings: {
      BASE: `http://${release}-gateway.${namespace}.svc:8080`,
      MEASURE_SECONDS: String(measureSeconds),
      COOKIE: visitor.cookieHeader,
      USER_ID: visitor.userId,
      LEADS: leads.map(({ id }) => id).join(','),
    },
  });
}, patienceMs);
afterAll(async () => {
  await inside?.stop();
  for (const { metadata, spec } of all ?? []) await scale(metadata.name, spec.replicas);
  await installation.settled();
}, patienceMs);

async function scale(deployment: string, replicas: number): Promise<void> {
  await kubectl('scale', 'deployment', deployment, '--replicas', String(replicas));
}

async function now() {
  return loadState.parse(JSON.parse(await inside.lastLine()));
}

function haveListened({ sockets }: z.infer<typeof loadState>, times: number): boolean {
  return sockets.length === 2 && sockets.every(({ opened, list }) => opened >= times && list !== null);
}

it('loses no request at half of the measured rate while every Deployment is rolled, and lists are right afterwards', async () => {
  await until('both sockets to listen', async () => haveListened(await now(), 1));
  const measured = await until('the measured rate', async () => (await now()).measured);
  const startedMs = performance.now();
  const { sent: before } = await now();
  expect(all.length).toBeGreaterThan(8);
  for (let at = 0; at < all.length; at += together) {
    const names = all.slice(at, at + together).map(({ metadata }) => `deployment/${metadata.name}`);
    await kubectl('rollout', 'restart', ...names);
    for (const name of names) await kubectl('rollout', 'status', name, '--timeout', '300s');
  }
  await installation.settled();
  const seconds = (performance.now() - startedMs) / 1000;
  // All pods of the gateway and of realtime were replaced, so each socket reconnected at least once.
  await until('both sockets to listen again', async () => haveListened(await now(), 2));
  await inside.signal('SIGUSR2');
  const last = await until('the last answer', async () => {
    const state = await now();
    const answered = Object.values(state.counts).reduce((sum, one) => sum + one, 0);
    return state.stopped && state.busy === 0 && answered >= state.sent && state;
  });
  process.stdout.write(
    `${measured.toFixed(0)} requests a second measured; ${all.length} Deployments rolled in ${Math.round(seconds)} s ` +
      `at ${(measured / 2).toFixed(0)} a second, ${last.sent} requests: ` +
      `${JSON.stringify(last.counts)}; sockets listened ${last.sockets.map(({ opened }) => opened).join(' and ')} times\n`,
  );
  expect(last.failures).toEqual([]);
  expect(Object.keys(last.counts).sort()).toEqual(['GET 200', 'PATCH 200']);
  expect(last.sent - before).toBeGreaterThan((measured / 2) * seconds * 0.9);

  const { leads } = await member.visitor.get(leadList, '/api/leads?limit=100');
  const server = Object.fromEntries(leads.map(({ id, status }) => [id, status]));
  expect(server).toMatchObject(last.truth);
  await until("the lists of both sockets to be the server's", async () => {
    const { sockets } = await now();
    return sockets.every(({ list }) => JSON.stringify(sorted(list)) === JSON.stringify(sorted(server)));
  });
});

function sorted(list: Readonly<Record<string, string>> | null): [string, string][] {
  return Object.entries(list ?? {}).sort(([a], [b]) => a.localeCompare(b));
}
