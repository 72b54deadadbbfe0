import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const installation = theInstallation();
const { kubectl, json, helm, release, namespace } = installation;
const secret = z.object({
  metadata: z.object({ name: z.string() }),
  type: z.string(),
  data: z.record(z.string(), z.string()).default({}),
});
const podList = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });
/** Shorter values would be found anywhere by chance. */
const leastLength = 8;

/** Texts that reveal a secret, mapped to its name: the value, each line of a key, and each text within JSON. */
let values: Map<string, string>;

beforeAll(async () => {
  await installation.settled();
  const { items } = await json(z.object({ items: z.array(secret) }), 'get', 'secrets');
  // Helm stores releases in compressed secrets. Their content is checked in its rendered form instead.
  const own = items.filter(({ type }) => type !== 'helm.sh/release.v1');
  values = new Map(
    own.flatMap(({ metadata: { name }, data }) =>
      Object.entries(data).flatMap(([key, value]) => {
        const parts = partsOf(Buffer.from(value, 'base64').toString());
        return parts.map((part): [string, string] => [part, `${name}/${key}`]);
      }),
    ),
  );
});

function partsOf(value: string): string[] {
  // The first and the last line are the same for all keys.
  const lines = value.split('\n').filter((line) => !line.startsWith('-----'));
  const base64 = Buffer.from(value).toString('base64');
  return [...lines, base64, ...textsOf(value)].map((part) => part.trim()).filter((part) => part.length >= leastLength);
}

function textsOf(value: string): string[] {
  try {
    const found: string[] = [];
    JSON.parse(value, (_key, part: unknown) => {
      if (typeof part === 'string') found.push(...part.split('\n').filter((line) => !line.startsWith('-----')));
      return part;
    });
    return found;
  } catch {
    return [];
  }
}

/** The names of the secrets that a text reveals, never their values. */
function revealedBy(text: string): string[] {
  return [...new Set([...values].flatMap(([value, from]) => (text.includes(value) ? [from] : [])))];
}

describe('no value of a secret is revealed', () => {
  it('the check finds one that is revealed', async () => {
    const keys = [...values.values()].map((from) => from.split('/')[1]);
    expect(keys).toEqual(expect.arrayContaining(['gateway.pem', 'sealing.json', 'scan-worker.pem']));
    const [name = '', key = ''] = [...values.values()].find((from) => from.endsWith('/lead.pem'))?.split('/') ?? [];
    const { data } = await json(secret, 'get', 'secret', name);
    const pem = Buffer.from(data[key] ?? '', 'base64').toString();
    expect(revealedBy(`{"msg":"${pem.split('\n')[1]}"}`)).toEqual([`${name}/${key}`]);
  });

  it.each([
    ['helm get manifest', () => helm(['get', 'manifest', release])],
    ['helm get values', () => helm(['get', 'values', release, '--all'])],
    ['helm get notes', () => helm(['get', 'notes', release])],
    ['what runs', () => kubectl('get', 'pods,deployments,replicasets,jobs,services', '--output', 'yaml')],
    ['ConfigMaps', () => kubectl('get', 'configmaps', '--output', 'yaml')],
    ['descriptions', () => kubectl('describe', 'pods,deployments,jobs')],
    ['events', () => kubectl('get', 'events', '--output', 'yaml')],
  ])('by %s', async (_what, read) => {
    const text = await read();
    expect(revealedBy(text)).toEqual([]);
  });

  it('by the logs of any pod', async () => {
    const { items } = await json(podList, 'get', 'pods');
    expect(items.length).toBeGreaterThan(10);
    for (const { metadata } of items) {
      const text = await kubectl('logs', metadata.name, '--all-containers');
      expect({ pod: metadata.name, secrets: revealedBy(text) }).toEqual({ pod: metadata.name, secrets: [] });
    }
  });

  it("nor by the environment of a process, which is its own and its children's to read", async () => {
    const text = await kubectl('exec', `deploy/${release}-auth`, '--', 'cat', '/proc/1/environ');
    expect(text).toContain('SERVICE_KEY_FILE');
    expect(revealedBy(text)).toEqual([]);
  });
});

describe('the namespace refuses a pod beyond the level restricted', () => {
  const container = { name: 'node', image: installation.image, imagePullPolicy: 'IfNotPresent', args: ['-e', '0'] };
  const allowed = {
    ...container,
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  };
  const asSomebody = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } };
  const pod = (name: string, spec: object) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec });

  it.each([
    ['root', { containers: [allowed], securityContext: { ...asSomebody, runAsNonRoot: false, runAsUser: 0 } }],
    [
      'privileged',
      { containers: [{ ...container, securityContext: { privileged: true } }], securityContext: asSomebody },
    ],
    ['host-network', { containers: [allowed], securityContext: asSomebody, hostNetwork: true }],
    [
      'host-path',
      { containers: [allowed], securityContext: asSomebody, volumes: [{ name: 'v', hostPath: { path: '/' } }] },
    ],
    ['silent', { containers: [container] }],
  ])('%s', async (name, spec) => {
    await expect(installation.apply(pod(name, spec))).rejects.toThrow('violates PodSecurity "restricted');
  });

  it('and takes one within it', async () => {
    await installation.apply(
      pod('modest', { restartPolicy: 'Never', containers: [allowed], securityContext: asSomebody }),
    );
    await kubectl('delete', 'pod', 'modest', '--grace-period', '0', '--force');
  });
});
