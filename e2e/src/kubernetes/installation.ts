import { z } from 'zod';
import { type Tools, toolsIn } from './kubectl.ts';
import { type Forward, portForward } from './port-forward.ts';
import { run } from './run.ts';
import { testValues } from './values.ts';

const chart = 'charts/earshot';
/** An image whose name went to a newer one has no names. */
const named = z.object({ names: z.array(z.string()).nullable() });
const images = z.object({ status: z.object({ images: z.array(named) }) });

export interface InstallOptions {
  /** A new namespace. It is created, and removed at the end. */
  readonly namespace: string;
  readonly release: string;
  /** An image that the nodes have. */
  readonly image: string;
  /** Values that override the test values. */
  readonly values?: object;
}

/** Creates a namespace at the Pod Security level `restricted`. */
export async function createNamespace({ namespace, apply }: Tools): Promise<void> {
  const levels = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  };
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: levels } });
}

/** Creates the namespace with Kafka, MongoDB and Redis for development, and waits until they are ready. */
export async function installServers(namespace: string): Promise<Tools> {
  const tools = toolsIn(namespace);
  await createNamespace(tools);
  await tools.kubectl('apply', '--kustomize', 'k8s/overlays/dev');
  for (const server of ['kafka', 'mongo', 'redis'])
    await tools.kubectl('rollout', 'status', `statefulset/${server}`, '--timeout', '600s');
  return tools;
}

/** Runs `helm install` and waits until every pod is ready. */
export async function installEarshot(tools: Tools, { release, image, values = {} }: Omit<InstallOptions, 'namespace'>) {
  const flags = ['--wait', '--timeout', '15m', '--values', '-'];
  await tools.helm(['install', release, chart, ...flags], {
    input: JSON.stringify({ ...testValues(image), ...values }),
  });
}

/** Forwards the gateway's Service to loopback. */
export function openGateway({ namespace }: Tools, release: string): Promise<Forward> {
  return portForward(namespace, `svc/${release}-gateway`, 8080);
}

/** Loads the images that the nodes lack, and always `image`, which may have changed. */
export async function loadImages(image: string): Promise<void> {
  // This command loads images into the nodes of this cluster, which cannot pull them from a registry.
  const [command = '', ...args] = (process.env['KUBERNETES_LOAD'] ?? '../shared/tools/kubernetes load').split(' ');
  const manifests = await run('kubectl', ['kustomize', 'k8s/overlays/dev']);
  const imageNames = new Set([...manifests.matchAll(/^ +image: (\S+)$/gm)].map(([, name = '']) => name));
  const node = z.object({ items: z.array(images) });
  const { items } = node.parse(JSON.parse(await run('kubectl', ['get', 'nodes', '--output', 'json'])));
  const there = items.flatMap(({ status }) => status.images.flatMap(({ names }) => names ?? []));
  const missing = [...imageNames].filter((name) => !there.some((one) => one === name || one.endsWith(`/${name}`)));
  await run(command, [...args, image, ...missing]);
}

/** Diagnostics for a failure: pods, events and the last log lines. */
export async function clusterLogs({ kubectl }: Tools): Promise<string> {
  const looks = [
    ['get', 'all,pvc', '--output', 'wide'],
    ['get', 'events', '--sort-by', '.lastTimestamp'],
    ['describe', 'pods'],
    ['logs', '--selector', 'app.kubernetes.io/name=earshot', '--prefix', '--tail', '100', '--max-log-requests', '40'],
  ];
  const parts: string[] = [];
  for (const look of looks) parts.push(await kubectl(...look).catch((error: unknown) => String(error)));
  return parts.join('\n\n');
}

/** Uninstalls the release and removes the namespace with everything in it, including volumes. */
export async function remove({ namespace, helm, kubectl }: Tools, release: string): Promise<void> {
  await helm(['uninstall', release, '--wait', '--ignore-not-found', '--timeout', '5m']).catch(console.error);
  await kubectl('delete', 'namespace', namespace, '--ignore-not-found', '--timeout', '5m');
}
