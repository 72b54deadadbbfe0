import { serviceNames } from '@earshot/proto/values';

/** Labels of namespaces whose pods may read /metrics. */
export const scraperLabels = { 'earshot-test/scrapes': 'true' } as const;

/**
 * Chart values for a test installation on the servers of `k8s/overlays/dev`. Rate limits are too high to be reached.
 * The results of a scan do not depend on the time. The pods request almost no resources.
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
    // Kafka waits 10 s for a dead pod, and services wait 30 s for MongoDB. A machine that stalls briefly must not count
    // as an outage.
    settings: { KAFKA_SESSION_MS: '10000', MONGODB_TIMEOUT_MS: '30000' },
    services: {
      ...Object.fromEntries(serviceNames.map((name) => [name, { ...small, env: env[name] ?? {} }])),
      // The volume keeps the sandbox's tokens and accounts for the next pod.
      sandbox: { ...small, env: env['sandbox'], volume: { size: '100Mi' } },
    },
  };
}
