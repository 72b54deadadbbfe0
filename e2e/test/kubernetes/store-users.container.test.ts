import { serviceNames } from '@earshot/proto/values';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { clusterLogs, createNamespace } from '../../src/kubernetes/installation.ts';
import { toolsIn } from '../../src/kubernetes/kubectl.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const { image, namespace: shared } = theInstallation();
const tools = toolsIn(`${shared}-users`);
const { kubectl, helm, json, namespace } = tools;
const [repository, tag] = image.split(':');
const secret = z.object({ data: z.record(z.string(), z.string()) });
const texts = z.record(z.string(), z.string());
const ofLead = 'deployment/earshot-lead';
/** Only one service runs, because this is about the stores. */
const services = Object.fromEntries(serviceNames.map((name) => [name, { replicas: name === 'lead' ? 1 : 0 }]));

beforeAll(async () => {
  await createNamespace(tools);
  await kubectl('apply', '--kustomize', 'k8s/overlays/trial');
  const values = { image: { repository, tag }, services, settings: { MONGODB_TIMEOUT_MS: '30000' } };
  const flags = ['--wait', '--timeout', '10m', '--values', 'charts/earshot/ci/secured-values.yaml', '--values', '-'];
  await helm(['install', 'earshot', 'charts/earshot', ...flags], { input: JSON.stringify(values) }).catch(
    async (error: unknown) => {
      console.log(await clusterLogs(tools));
      throw error;
    },
  );
});

afterAll(async () => {
  await kubectl('delete', 'namespace', namespace, '--ignore-not-found', '--timeout', '5m');
});

it('the pod of a service holds its own password and no other', async () => {
  const { data } = await json(secret, 'get', 'secret', 'earshot-servers');
  const users = Buffer.from(data['users.json'] ?? '', 'base64').toString();
  const passwords = Object.entries(texts.parse(JSON.parse(users)));
  expect(passwords.length).toBe(serviceNames.length + 1);
  const script = 'cat /proc/1/environ; find /keys -follow -type f -exec cat {} +';
  const held = await kubectl('exec', ofLead, '--', 'bash', '-c', script);
  expect(passwords.filter(([, password]) => held.includes(password)).map(([user]) => user)).toEqual(['lead']);
});

it('an upgrade keeps the users, their passwords and the certificates', async () => {
  const secrets = () =>
    Promise.all(['earshot-keys', 'earshot-servers'].map((name) => json(secret, 'get', 'secret', name)));
  const before = await secrets();
  await helm(['upgrade', 'earshot', 'charts/earshot', '--reuse-values', '--wait', '--timeout', '10m']);
  expect(await secrets()).toEqual(before);
});
