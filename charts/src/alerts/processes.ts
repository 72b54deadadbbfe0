import { serviceNames } from '@earshot/proto/values';
import { memoryUsed } from '../expressions.ts';
import { missingReplicas, scraped, unknownToScraper } from '../external.ts';
import { type Alert, job, namespaceToken } from './alert.ts';

/* Processes that are missing, restart, or are short of resources. */

const ours = `namespace="${namespaceToken}",job="${job}"`;
const pod = ['service', 'pod'] as const;

export const processAlerts = {
  EarshotServiceDown: {
    severity: 'critical',
    for: '3m',
    measure: () => scraped(ours),
    fires: { when: '<', at: 1 },
    summary: 'No process of {{ $labels.service }} responds',
    description: 'Prometheus cannot reach any of its pods on port 9090.',
  },
  EarshotGatewayMissing: {
    severity: 'critical',
    for: '5m',
    measure: () => unknownToScraper(ours, 'gateway'),
    fires: { when: '>', at: 0 },
    summary: 'Prometheus finds no gateway',
    description: 'Either no gateway runs and users are not served, or Prometheus does not scrape it.',
  },
  EarshotReplicasMissing: {
    severity: 'warning',
    for: '15m',
    measure: () => missingReplicas(namespaceToken, `.+-(${serviceNames.join('|')})`),
    fires: { when: '>', at: 0 },
    summary: '{{ $labels.deployment }} has too few ready pods',
    description: 'Missing pods: VALUE.',
  },
  EarshotRestarts: {
    severity: 'warning',
    for: '0m',
    measure: (f) => f.changes('processStartTimeSeconds', { by: pod, over: '30m' }),
    fires: { when: '>', at: 2 },
    summary: '{{ $labels.pod }} restarts repeatedly',
    description: 'Restarts within half an hour: VALUE.',
  },
  EarshotMemoryNearLimit: {
    severity: 'warning',
    for: '10m',
    measure: memoryUsed,
    fires: { when: '>', at: 0.9 },
    summary: '{{ $labels.pod }} is close to its memory limit',
    description: 'It uses VALUE of its memory limit. At the limit, the system kills it.',
  },
  EarshotEventLoopBusy: {
    severity: 'warning',
    for: '10m',
    measure: (f) => f.max('nodeEventLoopLagP99Seconds', { by: pod }),
    fires: { when: '>', at: 0.5 },
    summary: '{{ $labels.pod }} is overloaded',
    description: 'One of 100 turns of its event loop is delayed by VALUE: it has more work than one core can do.',
  },
  EarshotDatabasePoolUsedUp: {
    severity: 'warning',
    for: '5m',
    measure: (f) => f.minOver('mongoPool', { by: pod, where: { state: 'waiting' }, over: '5m' }),
    fires: { when: '>', at: 0 },
    summary: '{{ $labels.pod }} waits for connections to MongoDB',
    description:
      'Calls that waited for a connection during 5 minutes: VALUE or more. Their delay comes from the pool, not from the database.',
  },
} as const satisfies Record<string, Alert>;
