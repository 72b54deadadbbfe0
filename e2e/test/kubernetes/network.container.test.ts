import { until } from '@earshot/core/testing';
import { serviceNames } from '@earshot/proto/values';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { toolsIn } from '../../src/kubernetes/kubectl.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const installation = theInstallation();
const { json, release, namespace, image } = installation;
/** A separate namespace with a pod that no policy mentions. */
const elsewhere = toolsIn(`${namespace}-else`);
const outcomes = z.record(z.string(), z.string());
const names = z.array(z.string());
const edgesOf = z.record(z.string(), z.object({ services: names, servers: names, thirdParties: names }));
const nodes = z.object({
  items: z.array(
    z.object({ status: z.object({ addresses: z.array(z.object({ type: z.string(), address: z.string() })) }) }),
  ),
});

const service = (name: string, port: number) => `${release}-${name}.${namespace}.svc:${port}`;
const servers: Readonly<Record<string, string>> = {
  kafka: `kafka-0.kafka.${namespace}.svc:9092`,
  mongodb: `mongo.${namespace}.svc:27017`,
  redis: `redis.${namespace}.svc:6379`,
};
/** The addresses of third parties while the sandbox replaces them. It does not replace the model. */
const standIns: Readonly<Record<string, string>> = {
  source: service('sandbox', 8080),
  identity: service('sandbox', 8080),
  mail: service('sandbox', 2525),
};
const dns = 'kube-dns.kube-system.svc:53';
const apiServer = 'kubernetes.default.svc:443';
const stranger = `stranger.${namespace}-else.svc:8080`;

let edges: z.output<typeof edgesOf>;
let targets: string[];
let outside: string[];

beforeAll(async () => {
  await installation.settled();
  const text = await readFile(new URL('../../../charts/earshot/files/edges.yaml', import.meta.url), 'utf8');
  edges = edgesOf.parse(parse(text));
  const { items } = await json(nodes, 'get', 'nodes');
  const addresses = items.flatMap(({ status }) => status.addresses.filter(({ type }) => type === 'InternalIP'));
  // The kubelet of each node, which is neither a pod nor a Service.
  outside = [apiServer, stranger, ...addresses.map(({ address }) => `${address}:10250`)];
  const ours = serviceNames.flatMap((name) => [service(name, 8080), service(name, 9090)]);
  targets = [...ours, service('sandbox', 2525), ...Object.values(servers), dns, ...outside];
  await startStranger();
});
afterAll(async () => {
  await elsewhere.kubectl('delete', 'namespace', elsewhere.namespace, '--ignore-not-found');
});

/** Starts a pod that listens on a port that none of our pods may reach, and that tries to reach ours. */
async function startStranger(): Promise<void> {
  const metadata = { name: 'stranger', labels: { app: 'stranger' } };
  const listener = "require('http').createServer((q, s) => s.end()).listen(8080)";
  const container = { name: 'node', image, imagePullPolicy: 'IfNotPresent', args: ['-e', listener] };
  const spec = { terminationGracePeriodSeconds: 1, automountServiceAccountToken: false, containers: [container] };
  await elsewhere.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: elsewhere.namespace } });
  await elsewhere.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec });
  const port = { selector: metadata.labels, ports: [{ port: 8080 }] };
  await elsewhere.apply({ apiVersion: 'v1', kind: 'Service', metadata, spec: port });
  await elsewhere.kubectl('wait', 'pod/stranger', '--for', 'condition=Ready', '--timeout', '300s');
}

async function tryFrom(tools: Pick<typeof installation, 'kubectl'>, pod: string, addresses: readonly string[]) {
  const program = await readFile(new URL('../../src/kubernetes/probe-in-pod.mjs', import.meta.url), 'utf8');
  const node = ['node', '--input-type=module', '-e', program];
  return outcomes.parse(JSON.parse(await tools.kubectl('exec', pod, '--', ...node, ...addresses)));
}

function declared(name: string): Set<string> {
  const own = edges[name];
  if (own === undefined) throw new Error(`${name} has no edges`);
  const third = own.thirdParties.flatMap((party) => standIns[party] ?? []);
  const calls = own.services.map((other) => service(other, 8080));
  return new Set([dns, ...calls, ...own.servers.flatMap((server) => servers[server] ?? []), ...third]);
}

/** A pod that connects to its own address uses no network, so policies do not apply. */
const notItself = (name: string) => targets.filter((target) => !target.startsWith(`${release}-${name}.`));

it('is installed with policies that deny by default', async () => {
  const policies = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });
  const { items } = await json(policies, 'get', 'networkpolicies');
  expect(items.map(({ metadata }) => metadata.name)).toContain(`${release}-deny`);
});

it.each(serviceNames)('%s reaches what it declares and nothing else', async (name) => {
  const wanted = declared(name);
  const addresses = notItself(name);
  // A declared address that is slow to answer is tried again. An undeclared address must never open.
  await until(
    `all that ${name} declares to be open`,
    async () => {
      const found = await tryFrom(installation, `deploy/${release}-${name}`, addresses);
      const open = Object.entries(found).flatMap(([address, outcome]) => (outcome === 'open' ? [address] : []));
      expect(open.filter((address) => !wanted.has(address))).toEqual([]);
      return open.length === wanted.size;
    },
    120_000,
    1_000,
  );
});

it('a pod that no policy knows reaches what lies outside, and nothing of ours', async () => {
  const ours = targets.filter((target) => !outside.includes(target) && target !== dns);
  await until(
    'all that lies outside to be open',
    async () => {
      const found = await tryFrom(elsewhere, 'stranger', [...outside, ...ours]);
      const open = Object.entries(found).flatMap(([address, outcome]) => (outcome === 'open' ? [address] : []));
      expect(open.filter((address) => !outside.includes(address))).toEqual([]);
      return open.length === outside.length;
    },
    120_000,
    1_000,
  );
});
