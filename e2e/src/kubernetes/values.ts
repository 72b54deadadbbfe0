import { serviceNames } from '@earshot/proto/values';

/** Of namespaces whose pods may read /metrics. */
export const scraperLabels = { 'earshot-test/scrapes': 'true' } as const;

/**
 * Values of the chart for an installation beside `k8s/overlays/dev` that tests use: whatever is asked of it is answered,
 * what a scan finds does not hang on the hour, and the scheduler keeps next to nothing free.
 */
export function testValues(image: string): object {
  const [repository, tag] = image.split(':');
  const small = { resources: { requests: { cpu: '10m', memory: '64Mi' } } };
  const env: Readonly<Record<string, object>> = {
    gateway: { CALLS_PER_MINUTE: '1000000' },
    auth: { REGISTRATIONS_PER_HOUR: '1000000' },
    sandbox: { SANDBOX_ARRIVALS_PER_HOUR: '0', SANDBOX_REQUESTS_PER_MINUTE: '100000' },
  };
  return {
    image: { repository, tag },
    mongodb: { url: 'mongodb://mongo:27017/' },
    redis: { url: 'redis://redis:6379' },
    secrets: { generate: true },
    networkPolicy: { scrapers: [{ namespaceSelector: { matchLabels: scraperLabels } }] },
    // A pod that dies is waited for as long as this; a machine that stands still for a moment is no outage.
    settings: { KAFKA_SESSION_MS: '10000', MONGODB_TIMEOUT_MS: '30000' },
    services: {
      ...Object.fromEntries(serviceNames.map((name) => [name, { ...small, env: env[name] ?? {} }])),
      // What it gave out is known to its next pod.
      sandbox: { ...small, env: env['sandbox'], volume: { size: '100Mi' } },
    },
  };
}
