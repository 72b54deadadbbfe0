import { z } from 'zod';

/** The parts of rendered objects that the tests read. */
const metadata = z.object({ name: z.string(), labels: z.record(z.string(), z.string()).default({}) });

const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .object({ secretKeyRef: z.object({ name: z.string(), key: z.string(), optional: z.boolean() }) })
    .optional(),
});
export type Variable = z.infer<typeof variable>;

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(variable),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    capabilities: z.object({ drop: z.array(z.string()), add: z.array(z.string()).optional() }),
    privileged: z.boolean().optional(),
  }),
  lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
});

const volume = z.looseObject({
  name: z.string(),
  secret: z.object({ secretName: z.string(), items: z.array(z.object({ key: z.string() })) }).optional(),
});

const pod = z.looseObject({
  automountServiceAccountToken: z.boolean(),
  serviceAccountName: z.string().optional(),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({
    runAsNonRoot: z.boolean(),
    runAsUser: z.number(),
    seccompProfile: z.object({ type: z.string() }),
  }),
  initContainers: z.array(container).optional(),
  containers: z.array(container),
  volumes: z.array(volume),
});

/** A Deployment or a Job. */
export const workload = z.object({
  kind: z.string(),
  metadata,
  spec: z.looseObject({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
    template: z.object({ metadata: z.object({ labels: z.record(z.string(), z.string()) }), spec: pod }),
  }),
});

const peer = z.looseObject({
  podSelector: z.object({ matchLabels: z.record(z.string(), z.string()).default({}) }).optional(),
});
const port = z.object({ port: z.union([z.string(), z.number()]), protocol: z.string() });

export const networkPolicy = z.object({
  metadata,
  spec: z.object({
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    policyTypes: z.array(z.string()),
    ingress: z.array(z.object({ from: z.array(peer).optional(), ports: z.array(port) })).default([]),
    egress: z.array(z.object({ to: z.array(peer).optional(), ports: z.array(port) })).default([]),
  }),
});

export const service = z.object({
  metadata,
  spec: z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  }),
});

export const configMap = z.object({ metadata, data: z.record(z.string(), z.string()) });

/** The service that an object belongs to. */
export const componentOf = ({ labels }: { labels: Readonly<Record<string, string>> }) =>
  labels['app.kubernetes.io/component'] ?? '';
