import { until } from '@earshot/core/testing';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadImages } from './installation.ts';
import { toolsIn } from './kubectl.ts';
import { portForward } from './port-forward.ts';
import { run } from './run.ts';
import type { TheInstallation } from './the-installation.ts';
import { scraperLabels, testValues } from './values.ts';

/** A Prometheus in a separate namespace that monitors an installation with the chart's ServiceMonitor and rules. */
export interface Prometheus {
  /** The series of an instant query. Throws with the error of Prometheus. */
  query(promql: string): Promise<Series[]>;
  /** Alerting rules by name, as of their last evaluation. */
  rules(): Promise<Rule[]>;
  /** Resolves when every process was scraped `times` times after this call. */
  read(times: number): Promise<void>;
  /** Removes everything that `startPrometheus` created. */
  stop(): Promise<void>;
}

const series = z.object({
  metric: z.record(z.string(), z.string()),
  value: z.tuple([z.number(), z.string()]).transform(([, value]) => Number(value)),
});
export type Series = z.output<typeof series>;
const rule = z.object({ name: z.string(), health: z.string(), state: z.string(), lastError: z.string().optional() });
export type Rule = z.output<typeof rule>;

const image = 'earshot-test-prometheus:latest';
const name = 'prometheus';
const readEverySeconds = 5;
/** In milliseconds. A busy machine starts a pod in a minute or two. */
const patienceMs = 600_000;

const monitor = z.object({
  spec: z.object({
    jobLabel: z.string(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    endpoints: z.tuple([
      z.object({
        port: z.string(),
        interval: z.string(),
        scrapeTimeout: z.string(),
        honorLabels: z.boolean(),
        relabelings: z.array(z.object({ sourceLabels: z.array(z.string()), targetLabel: z.string() })),
      }),
    ]),
  }),
});
const prometheusRule = z.object({ spec: z.object({ groups: z.array(z.unknown()) }) });

/** Starts Prometheus from the operating system's package (`prometheus`), in a pod next to the installation. */
export async function startPrometheus(product: TheInstallation): Promise<Prometheus> {
  await makeImage();
  const tools = toolsIn(`${product.namespace}-monitoring`);
  await tools.apply(namespaceOf(tools.namespace));
  await tools.apply({ apiVersion: 'v1', kind: 'List', items: podWith(await filesFor(product)) });
  await tools.kubectl('wait', `pod/${name}`, '--for', 'condition=Ready', '--timeout', '600s');
  const forward = await portForward(tools.namespace, `pod/${name}`, 9090);
  const client = clientOf(forward.url);
  return {
    ...client,
    read: async (times) => {
      const now = await numberOf(client, 'time()');
      const since = now + (times - 1) * readEverySeconds;
      const read = `count(timestamp(up{job="earshot"} == 1) > ${since}) == count(up{job="earshot"})`;
      await until('every process to be read', async () => (await client.query(read)).length > 0, patienceMs, 500);
    },
    stop: async () => {
      await forward.stop();
      await tools.kubectl('delete', 'namespace', tools.namespace, '--ignore-not-found', '--timeout', '5m');
    },
  };
}

async function numberOf({ query }: Pick<Prometheus, 'query'>, promql: string): Promise<number> {
  const [one] = await query(promql);
  if (one === undefined) throw new Error(`${promql} has no value`);
  return one.value;
}

async function makeImage(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-prometheus-'));
  const binary = (await run('sh', ['-c', 'command -v prometheus'])).trim();
  await copyFile(binary, join(folder, 'prometheus'));
  const lines = ['FROM debian:bookworm-slim', 'COPY prometheus /usr/bin/', 'ENTRYPOINT ["prometheus"]', ''];
  await writeFile(join(folder, 'Dockerfile'), lines.join('\n'));
  await run('docker', ['build', '--quiet', '--tag', image, folder]);
  await rm(folder, { recursive: true });
  await loadImages(image);
}

/** One rendered template of the chart, with monitoring enabled. */
async function rendered(product: TheInstallation, template: string): Promise<unknown> {
  const metrics = {
    serviceMonitor: { enabled: true, interval: `${readEverySeconds}s`, scrapeTimeout: `${readEverySeconds}s` },
    prometheusRule: { enabled: true },
  };
  const flags = ['--kube-version', '1.34.0', '--show-only', `templates/${template}`, '--values', '-'];
  const input = JSON.stringify({ ...testValues(product.image), metrics });
  return parse(await product.helm(['template', product.release, 'charts/earshot', ...flags], { input }));
}

/** The files that the Prometheus operator would write for the ServiceMonitor and the PrometheusRule. */
async function filesFor(product: TheInstallation): Promise<Readonly<Record<string, string>>> {
  const { spec } = monitor.parse(await rendered(product, 'service-monitor.yaml'));
  const rules = prometheusRule.parse(await rendered(product, 'prometheus-rule.yaml'));
  const [endpoint] = spec.endpoints;
  const keep = Object.entries(spec.selector.matchLabels).map(([key, value]) => ({
    source_labels: [metaLabel(key)],
    regex: value,
    action: 'keep',
  }));
  const job = {
    job_name: 'service-monitor',
    static_configs: await endpointsOf(product),
    scrape_interval: endpoint.interval,
    scrape_timeout: endpoint.scrapeTimeout,
    honor_labels: endpoint.honorLabels,
    relabel_configs: [
      ...keep,
      { source_labels: ['__meta_kubernetes_endpoint_port_name'], regex: endpoint.port, action: 'keep' },
      { source_labels: [metaLabel(spec.jobLabel)], target_label: 'job' },
      ...endpoint.relabelings.map(({ sourceLabels, targetLabel }) => ({
        source_labels: sourceLabels,
        target_label: targetLabel,
      })),
    ],
  };
  const config = { global: { evaluation_interval: '5s' }, rule_files: ['/etc/p/rules.json'], scrape_configs: [job] };
  return { 'prometheus.json': JSON.stringify(config), 'rules.json': JSON.stringify(rules.spec) };
}

const slices = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      ports: z.array(z.object({ name: z.string(), port: z.number() })),
      endpoints: z.array(z.object({ addresses: z.array(z.string()), targetRef: z.object({ name: z.string() }) })),
    }),
  ),
});

const metaLabel = (text: string) => `__meta_kubernetes_service_label_${text.replaceAll(/\W/g, '_')}`;

/**
 * Every port of every endpoint of the namespace, with the labels that Kubernetes service discovery would add. Debian
 * builds Prometheus without that discovery. An EndpointSlice has the labels of its Service.
 */
async function endpointsOf(product: TheInstallation): Promise<object[]> {
  const { items } = await product.json(slices, 'get', 'endpointslices', '--selector', 'app.kubernetes.io/name=earshot');
  return items.flatMap(({ metadata, ports, endpoints }) =>
    ports.flatMap(({ name: port, port: number }) =>
      endpoints.map(({ addresses, targetRef }) => ({
        targets: addresses.map((address) => `${address}:${number}`),
        labels: {
          ...Object.fromEntries(Object.entries(metadata.labels).map(([key, value]) => [metaLabel(key), value])),
          __meta_kubernetes_endpoint_port_name: port,
          __meta_kubernetes_pod_name: targetRef.name,
          __meta_kubernetes_namespace: product.namespace,
        },
      })),
    ),
  );
}

function namespaceOf(namespace: string) {
  const labels = { ...scraperLabels, 'pod-security.kubernetes.io/enforce': 'restricted' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } };
}

function podWith(files: Readonly<Record<string, string>>): object[] {
  const metadata = { name };
  const container = {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['--config.file=/etc/p/prometheus.json', '--storage.tsdb.path=/data'],
    readinessProbe: { httpGet: { path: '/-/ready', port: 9090 }, periodSeconds: 1 },
    resources: { requests: { cpu: '10m', memory: '64Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      runAsNonRoot: true,
      runAsUser: 65534,
      capabilities: { drop: ['ALL'] },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/p' },
      { name: 'data', mountPath: '/data' },
    ],
  };
  const volumes = [
    { name: 'config', configMap: { name } },
    { name: 'data', emptyDir: {} },
  ];
  const spec = { securityContext: { fsGroup: 65534 }, containers: [container], volumes };
  return [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: files },
    { apiVersion: 'v1', kind: 'Pod', metadata, spec },
  ];
}

function clientOf(url: string): Pick<Prometheus, 'query' | 'rules'> {
  const ask = async <S extends z.ZodType>(schema: S, path: string): Promise<z.output<S>> => {
    const response = await fetch(`${url}/api/v1/${path}`, { signal: AbortSignal.timeout(60_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`Prometheus answered ${response.status} to ${path}: ${text}`);
    return schema.parse(JSON.parse(text));
  };
  const vector = z.object({ resultType: z.literal('vector'), result: z.array(series) });
  const scalar = z.object({ resultType: z.literal('scalar'), result: series.shape.value });
  const answer = z.object({ data: z.discriminatedUnion('resultType', [vector, scalar]) });
  const groups = z.object({ data: z.object({ groups: z.array(z.object({ rules: z.array(rule) })) }) });
  return {
    query: async (promql) => {
      const { data } = await ask(answer, `query?${new URLSearchParams({ query: promql }).toString()}`);
      return data.resultType === 'vector' ? data.result : [{ metric: {}, value: data.result }];
    },
    rules: async () => (await ask(groups, 'rules?type=alert')).data.groups.flatMap(({ rules }) => rules),
  };
}
