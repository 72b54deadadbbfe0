import { until } from '@earshot/core/testing';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Tools } from './kubectl.ts';

/** A test program that runs in a separate pod. */
export interface Inside {
  /** The last line that the program printed. */
  lastLine(): Promise<string>;
  /** Sends a signal to the program's process. */
  signal(name: string): Promise<void>;
  stop(): Promise<void>;
}

export interface InsideOptions {
  readonly name: string;
  /** An image that contains Node. */
  readonly image: string;
  /** A file in this folder. */
  readonly program: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The security context that the Pod Security level `restricted` requires. */
const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const asNobody = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } };
const patienceMs = 300_000;
const running = z.object({ status: z.object({ phase: z.string() }) });

/** Runs a program with Node in a pod. Resolves when the program has printed its first line. */
export async function runInside(tools: Tools, { name, image, program, settings }: InsideOptions): Promise<Inside> {
  const text = await readFile(new URL(program, import.meta.url), 'utf8');
  const metadata = { name };
  const env = Object.entries(settings).map(([setting, value]) => ({ name: setting, value }));
  const container = {
    name: 'node',
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['/program/main.mjs'],
    env,
    securityContext: restricted,
    resources: { requests: { cpu: '10m', memory: '64Mi' } },
    volumeMounts: [{ name: 'program', mountPath: '/program' }],
  };
  const volumes = [{ name: 'program', configMap: { name } }];
  const stop = async () => {
    await tools.kubectl('delete', `pod/${name}`, `configmap/${name}`, '--ignore-not-found', '--grace-period', '2');
  };
  await stop();
  await tools.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'main.mjs': text } });
  const spec = { restartPolicy: 'Never', securityContext: asNobody, containers: [container], volumes };
  await tools.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { ...spec, automountServiceAccountToken: false },
  });
  const lastLine = async () => (await tools.kubectl('logs', name, '--tail', '1')).trim();
  const first = async () => {
    const { status } = await tools.json(running, 'get', 'pod', name);
    if (status.phase === 'Failed') throw new Error(`${name} ended: ${await lastLine()}`);
    return status.phase === 'Running' && (await lastLine()) !== '';
  };
  await until(`the first line of ${name}`, first, patienceMs, 500);
  return {
    lastLine,
    signal: async (signal) => {
      await tools.kubectl('exec', name, '--', 'node', '-e', `process.kill(1, '${signal}')`);
    },
    stop,
  };
}
