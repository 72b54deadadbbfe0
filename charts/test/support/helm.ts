import { describe, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { writeDashboards } from '../../src/dashboards/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The Kubernetes version that helm renders for, because tests have no cluster. */
const version = ['--kube-version', '1.34.0'];

/** The sets of values that are rendered, installed and tested: files of charts/earshot/ci. */
export const valueSets = ['trial', 'secured', 'production'] as const;
export type ValueSet = (typeof valueSets)[number];

export interface Ran {
  readonly ok: boolean;
  readonly output: string;
}

writeDashboards();

/** Runs a helm command on the chart, in the root of the sources. */
export function helm(command: readonly string[], flags: readonly string[] = []): Ran {
  const { status, stdout, stderr } = spawnSync('helm', [...command, 'charts/earshot', ...version, ...flags], {
    cwd: root,
    encoding: 'utf8',
  });
  return { ok: status === 0, output: status === 0 ? stdout : stderr };
}

const metadata = z.object({
  name: z.string(),
  labels: z.record(z.string(), z.string()).default({}),
  annotations: z.record(z.string(), z.string()).default({}),
});
const object = z.looseObject({ kind: z.string(), metadata });
export type Rendered = z.infer<typeof object>;

/** The objects rendered with a set of values, including hooks. Throws with helm's error output. */
export function rendered(set: ValueSet, flags: readonly string[] = []): readonly Rendered[] {
  const values = ['--values', `charts/earshot/ci/${set}-values.yaml`];
  const { ok, output } = helm(['template', 'earshot'], ['--namespace', 'somewhere', ...values, ...flags]);
  if (!ok) throw new Error(output);
  return parseAllDocuments(output).flatMap((document) => object.nullable().parse(document.toJS()) ?? []);
}

/** The objects of one kind, parsed with its schema. */
export function ofKind<S extends z.ZodType>(objects: readonly Rendered[], kind: string, schema: S): z.output<S>[] {
  return objects.filter((one) => one.kind === kind).map((one) => schema.parse(one));
}

const secret = z.object({ metadata, stringData: z.record(z.string(), z.string()).default({}) });

/** The content of a secret that hooks create. */
export function generatedSecret(objects: readonly Rendered[], name: string): Readonly<Record<string, string>> {
  const found = ofKind(objects, 'Secret', secret).find(
    (one) => one.metadata.name === name && one.metadata.annotations['helm.sh/hook'] !== 'post-delete',
  );
  if (found === undefined) throw new Error(`no secret ${name} is created`);
  return found.stringData;
}

/** Registers the suite if helm is installed. In CI a missing helm is an error. */
export function describeWithHelm(name: string, suite: () => void): void {
  if (spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0) return describe(name, suite);
  describe(name, () => {
    if (process.env['CI'])
      it('needs helm, and CI must not skip it', () => {
        throw new Error('helm is not installed');
      });
    else it.skip('helm is not installed', () => {});
  });
}
