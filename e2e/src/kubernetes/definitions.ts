import { join } from 'node:path';
import { z } from 'zod';
import { run } from './run.ts';

interface Definition {
  /** The name of the definition in the cluster. */
  readonly name: string;
  /** The Go module that ships the definition, and the file in it. */
  readonly module: string;
  readonly file: string;
}

const gatewayApi = 'sigs.k8s.io/gateway-api@v1.4.1';
const prometheusOperator = 'github.com/prometheus-operator/prometheus-operator@v0.87.1';
const prometheusFile = (kind: string) => `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`;

/** Custom resource definitions that the chart can use. KEDA's come with KEDA, which the tests need anyway. */
const definitions: readonly Definition[] = [
  {
    name: 'httproutes.gateway.networking.k8s.io',
    module: gatewayApi,
    file: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  },
  ...['servicemonitors', 'prometheusrules'].map((kind) => ({
    name: `${kind}.monitoring.coreos.com`,
    module: prometheusOperator,
    file: prometheusFile(kind),
  })),
];

const downloaded = z.object({ Dir: z.string() });

/** Applies the definitions that the cluster lacks. The returned function removes exactly these. */
export async function ensureDefinitions(): Promise<() => Promise<void>> {
  const names = await run('kubectl', ['get', 'customresourcedefinitions', '--output', 'name']);
  const missing = definitions.filter(({ name }) => !names.includes(`/${name}\n`));
  for (const { module, file } of missing) {
    const { Dir } = downloaded.parse(JSON.parse(await run('go', ['mod', 'download', '-json', module])));
    // Too large for the annotation of a client-side apply.
    await run('kubectl', ['apply', '--server-side', '--filename', join(Dir, file)]);
  }
  const made = missing.map(({ name }) => `customresourcedefinition/${name}`);
  if (made.length > 0) await run('kubectl', ['wait', '--for', 'condition=Established', '--timeout', '60s', ...made]);
  return async () => {
    if (made.length > 0) await run('kubectl', ['delete', '--ignore-not-found', ...made]);
  };
}
