import { until } from '@earshot/core/testing';
import { leadList } from '@earshot/proto/http/lead';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Founder } from '../../src/founder.ts';
import { founder } from '../../src/founder.ts';
import type { Inside } from '../../src/kubernetes/inside.ts';
import { runInside } from '../../src/kubernetes/inside.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const rate = 50;
const installation = theInstallation();
const { kubectl, release, namespace, url } = installation;
const lists = z.record(z.string(), z.string());
/** The line that the load pod prints each second. */
const loadState = z.object({
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

let member: Founder;
let inside: Inside;

beforeAll(async () => {
  await installation.settled();
  member = await founder(url);
  const { visitor, leads } = member;
  inside = await runInside(installation, {
    name: 'load',
    image: installation.image,
    program: 'load-in-pod.mjs',
    settings: {
      BASE: `http://${release}-gateway.${namespace}.svc:8080`,
      RATE: String(rate),
      COOKIE: visitor.cookieHeader,
      USER_ID: visitor.userId,
      LEADS: leads.map(({ id }) => id).join(','),
    },
  });
});
afterAll(async () => {
  await inside?.stop();
  await installation.settled();
});

async function now() {
  return loadState.parse(JSON.parse(await inside.lastLine()));
}

function haveListened({ sockets }: z.infer<typeof loadState>, times: number): boolean {
  return sockets.length === 2 && sockets.every(({ opened, list }) => opened >= times && list !== null);
}

it('loses no request while every Deployment is rolled, and lists are right after the sockets reconnect', async () => {
  await until('both sockets to listen', async () => haveListened(await now(), 1));
  const startedMs = performance.now();
  const { sent: before } = await now();
  const deployments = (await kubectl('get', 'deployments', '--output', 'name')).trim().split('\n');
  expect(deployments.length).toBeGreaterThan(8);
  for (const deployment of deployments) {
    await kubectl('rollout', 'restart', deployment);
    await kubectl('rollout', 'status', deployment, '--timeout', '300s');
  }
  await installation.settled();
  const seconds = (performance.now() - startedMs) / 1000;
  // The pods of the gateway and of realtime were both replaced, so each socket reconnected twice.
  await until('both sockets to listen again', async () => haveListened(await now(), 3));
  await inside.signal('SIGUSR2');
  const last = await until('the last answer', async () => {
    const state = await now();
    const answered = Object.values(state.counts).reduce((sum, one) => sum + one, 0);
    return state.stopped && state.busy === 0 && answered >= state.sent && state;
  });
  process.stdout.write(
    `${deployments.length} Deployments rolled in ${Math.round(seconds)} s, ${last.sent} requests: ` +
      `${JSON.stringify(last.counts)}; sockets listened ${last.sockets.map(({ opened }) => opened).join(' and ')} times\n`,
  );
  expect(last.failures).toEqual([]);
  expect(Object.keys(last.counts).sort()).toEqual(['GET 200', 'PATCH 200']);
  expect(last.sent - before).toBeGreaterThan(rate * seconds * 0.5);

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
