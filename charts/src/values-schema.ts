import { allServices } from '@earshot/all-in-one/services';
import { topics } from '@earshot/proto/events';
import type { Generated } from './generated.ts';
import { givenByOperators } from './settings.ts';

type Schema = Readonly<Record<string, unknown>>;

/** An object without additional properties: a typo must fail instead of being ignored. */
function closed(properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  return { type: 'object', additionalProperties: false, properties, ...more };
}

const text = { type: 'string' };
const flag = { type: 'boolean' };
const matching = (pattern: string) => ({ type: 'string', pattern });
const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
const listOf = (items: Schema) => ({ type: 'array', items });
const port = whole(1, 65_535);
/** String values, as in labels and annotations. */
const texts = { type: 'object', additionalProperties: text };
const objects = listOf({ type: 'object' });
/** Kubernetes validates peers, tolerations and the like. */
const free = { type: 'object' };

const host = matching('^$|^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$');
const webAddress = matching('^$|^https?://[^/@\\s]+(/[^\\s]*)?$');
const name = matching('^$|^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$');
const quantity = { type: ['string', 'number'], pattern: '^[0-9]+(\\.[0-9]+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$' };
const amounts = closed({ cpu: quantity, memory: quantity, 'ephemeral-storage': quantity });
/** Values of settings: Kubernetes requires strings, but numbers and booleans are common in values files. */
const setting = { type: ['string', 'number', 'boolean'] };
const settingsOf = (names: readonly string[]) => closed(Object.fromEntries(names.map((one) => [one, setting])));

const image = closed({
  repository: matching('^[a-z0-9][a-z0-9._/:-]*$'),
  tag: matching('^$|^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$'),
  digest: matching('^$|^sha256:[0-9a-f]{64}$'),
});

/** Higher numbers are probably a mistake. */
const mostPods = 100;

/** Kubernetes validates the policies. */
const pace = closed({
  stabilizationWindowSeconds: whole(0, 3_600),
  tolerance: quantity,
  selectPolicy: { enum: ['Max', 'Min', 'Disabled'] },
  policies: listOf(
    closed({ type: { enum: ['Pods', 'Percent'] }, value: whole(1, 1_000), periodSeconds: whole(1, 1_800) }),
  ),
});

const scaling = closed({
  mode: { enum: ['none', 'hpa', 'keda'] },
  min: whole(1, mostPods),
  max: whole(1, mostPods),
  cpu: whole(1, 100),
  topic: { enum: ['', ...Object.keys(topics)] },
  lagThreshold: whole(1, 100_000),
  behavior: closed({ scaleUp: pace, scaleDown: pace }),
});

const service = closed({
  enabled: flag,
  command: matching('^$|^(services|apps)/[a-z-]+/src/[a-z-]+\\.ts$'),
  nodeFlags: listOf(matching('^--[a-z][a-z0-9-]*(=\\S+)?$')),
  port: whole(1024, 65_535),
  replicas: whole(0, mostPods),
  env: free,
  image,
  routes: listOf(matching('^/[^\\s]*$')),
  resources: closed({ requests: amounts, limits: amounts }),
  scaling,
  volume: closed({ size: matching('^$|^[0-9]+(Ki|Mi|Gi|Ti)$'), storageClassName: text }),
  nodeSelector: texts,
  tolerations: objects,
  priorityClassName: text,
  podAnnotations: texts,
});

const none = { maxItems: 0 };
const partitions = topics['scan.tasks'].partitions;

/** Rules for single services, in addition to the common ones. */
const particular: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  gateway: { routes: { minItems: 1 } },
  'scan-worker': {
    replicas: { maximum: partitions },
    scaling: { properties: { max: { maximum: partitions }, topic: { const: 'scan.tasks' } } },
  },
  // The sandbox stores its posts locally, so a second replica would be a different site.
  sandbox: {
    enabled: flag,
    replicas: { maximum: 1 },
    scaling: { properties: { mode: { const: 'none' } } },
    volume: {},
  },
};

function ownSchema(one: string): Schema {
  const rules = {
    enabled: { const: true },
    routes: none,
    // Only the scan worker scales on waiting events.
    scaling: { properties: { mode: { enum: ['none', 'hpa'] }, topic: { const: '' } } },
    volume: { properties: { size: { const: '' } } },
    ...particular[one],
  };
  return {
    allOf: [
      { $ref: '#/definitions/service' },
      { required: ['command'], properties: { env: settingsOf(givenByOperators(one)), ...rules } },
    ],
  };
}

const peers = objects;
const server = closed({ to: peers, port });
const labelled = (more: Readonly<Record<string, Schema>> = {}) => closed({ enabled: flag, labels: texts, ...more });

const policies = closed({
  enabled: flag,
  kafka: server,
  mongodb: server,
  redis: server,
  internet: closed({ to: peers, ports: listOf(port), mailPorts: listOf(port) }),
  tracing: closed({ to: peers }),
  dns: closed({ to: peers }),
  clients: peers,
  scrapers: peers,
});

const routes = {
  ingress: closed({ enabled: flag, className: name, host, tlsSecret: name, annotations: texts }),
  httpRoute: closed({
    enabled: flag,
    parentRefs: objects,
    host,
    timeouts: closed({ request: text, backendRequest: text }),
    annotations: texts,
  }),
  outsideService: closed({ enabled: flag, type: { enum: ['LoadBalancer', 'NodePort'] }, port, annotations: texts }),
};

const duration = matching('^[0-9]+(ms|s|m|h)$');

const values = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $comment: 'Written by `npm run chart` from charts/src/values-schema.ts.',
  definitions: { service },
  ...closed({
    global: free,
    image: closed({
      repository: matching('^[a-z0-9][a-z0-9._/:-]*$'),
      tag: matching('^$|^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$'),
      digest: matching('^$|^sha256:[0-9a-f]{64}$'),
      pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      pullSecrets: listOf(closed({ name: text }, { required: ['name'] })),
    }),
    url: webAddress,
    settings: settingsOf(givenByOperators(null)),
    kafka: closed({ brokers: matching('^[^\\s:,]+:[0-9]+(,\\s*[^\\s:,]+:[0-9]+)*$') }),
    mongodb: closed({ url: matching('^$|^mongodb(\\+srv)?://\\S+$') }),
    redis: closed({ url: matching('^$|^rediss?://\\S+$') }),
    stores: closed({ users: listOf({ enum: ['kafka', 'mongodb', 'redis'] }), ca: flag, serversSecret: name }),
    mail: closed({ sandbox: flag, url: matching('^$|^smtps?://\\S+$'), from: matching('^[^\\r\\n]+@[^\\r\\n]+$') }),
    secrets: closed({ existingSecret: name, generate: flag }),
    maintenance: flag,
    development: flag,
    serviceDefaults: { $ref: '#/definitions/service' },
    services: closed(Object.fromEntries(allServices.map((one) => [one.name, ownSchema(one.name)])), {
      required: allServices.map((one) => one.name),
    }),
    podDisruptionBudget: closed({ enabled: flag }),
    ...routes,
    metrics: closed({
      serviceMonitor: labelled({ interval: duration, scrapeTimeout: duration }),
      prometheusRule: labelled({ runbookUrl: text }),
      dashboards: labelled({ annotations: texts }),
    }),
    keda: closed({
      brokers: matching('^$|^[^\\s:,]+:[0-9]+(,\\s*[^\\s:,]+:[0-9]+)*$'),
      authenticationRef: closed({
        name: text,
        kind: { enum: ['TriggerAuthentication', 'ClusterTriggerAuthentication'] },
      }),
      trigger: texts,
    }),
    networkPolicy: policies,
  }),
};

/** Validates values against the templates' options, so that a typo fails before installation. */
export function schemaFile(): Generated {
  return { path: 'earshot/values.schema.json', text: `${JSON.stringify(values, null, 2)}\n` };
}
