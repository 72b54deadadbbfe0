import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDashboards } from '../../../charts/src/dashboards/index.ts';
import { ensureDefinitions } from '../../src/kubernetes/definitions.ts';
import { toolsIn } from '../../src/kubernetes/kubectl.ts';
import { project, run } from '../../src/kubernetes/run.ts';
import { publishedGroups, writeSchemas } from '../../src/kubernetes/schemas.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';

const chart = 'charts/earshot';
const sets = ['production', 'secured', 'trial'].map((name) => `${chart}/ci/${name}-values.yaml`);
const overlays = ['dev', 'trial'].map((name) => `k8s/overlays/${name}`);
const trial = sets.at(-1) ?? '';
const levels = { 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/warn': 'restricted' };
/** The API server publishes these schemas some time after the definitions exist. */
const extra = ['apis/gateway.networking.k8s.io/v1', 'apis/monitoring.coreos.com/v1', 'apis/keda.sh/v1alpha1'];

// A separate namespace: in the namespace of an installation, a dry run would test updates instead of creation.
const tools = toolsIn(`${theInstallation().namespace}-dry`);
const { namespace, kubectl, helm } = tools;
let schemas = '';
let undo = async () => {};

beforeAll(async () => {
  writeDashboards();
  undo = await ensureDefinitions();
  await tools.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: levels } });
  const published = async () => {
    const groups = await publishedGroups();
    return extra.every((one) => groups.has(one));
  };
  await until('the API server to publish the definitions', published, 120_000, 500);
  schemas = await mkdtemp(join(tmpdir(), 'kube-schemas-'));
  const objects = await Promise.all([...sets.map(rendered), ...overlays.map(built)]);
  await writeSchemas(
    schemas,
    new Set([...objects.join('\n').matchAll(/^apiVersion: (\S+)$/gm)].map(([, one = '']) => one)),
  );
});

afterAll(async () => {
  await kubectl('delete', 'namespace', namespace, '--ignore-not-found', '--timeout', '5m');
  await undo();
  await rm(schemas, { recursive: true, force: true });
});

/** The chart as Helm renders it, including hooks. */
const rendered = (values: string) =>
  helm(['template', 'earshot', chart, '--kube-version', '1.34.0', '--values', values]);
const built = (overlay: string) => run('kubectl', ['kustomize', overlay]);

function conform(objects: string) {
  const location = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  return run('kubeconform', ['-strict', '-summary', '-schema-location', location], { input: objects });
}

/**
 * Sends all objects to the API server as a dry run. Warnings count as failures, such as a pod that violates the level
 * restricted.
 */
function dryRun(objects: string) {
  const flags = ['--dry-run=server', '--warnings-as-errors', '--filename', '-'];
  return run('kubectl', ['--namespace', namespace, 'apply', ...flags], { input: objects });
}

it('every set of values and every overlay is tried here', async () => {
  const found = async (folder: string) =>
    (await readdir(join(project, folder))).map((name) => `${folder}/${name}`).sort();
  expect(await found(`${chart}/ci`)).toEqual(sets);
  expect(await found('k8s/overlays')).toEqual(overlays);
});

it.each(sets)('%s: conforms to the schemas of the API server, which takes it without a warning', async (values) => {
  const objects = await rendered(values);
  expect(await conform(objects)).toContain('Invalid: 0, Errors: 0, Skipped: 0');
  expect(await dryRun(objects)).toContain('deployment.apps/earshot-gateway created');
});

it.each(overlays)(
  '%s: conforms to the schemas of the API server, which takes it without a warning',
  async (overlay) => {
    const objects = await built(overlay);
    expect(await conform(objects)).toContain('Invalid: 0, Errors: 0, Skipped: 0');
    expect(await dryRun(objects)).toContain('statefulset.apps/kafka created');
  },
);

it('the schemas refuse a field that a kind does not have', async () => {
  const misspelt = (await rendered(trial)).replace('revisionHistoryLimit', 'revisonHistoryLimit');
  await expect(conform(misspelt)).rejects.toThrow(/revisonHistoryLimit/);
});

it('a typo in the values fails the installation', async () => {
  const install = ['install', 'earshot', chart, '--dry-run=server', '--values', trial];
  await expect(helm([...install, '--set', 'services.lead.replica=2'])).rejects.toThrow(/'replica' not allowed/);
  expect(await helm(install)).toContain('STATUS: pending-install');
});
