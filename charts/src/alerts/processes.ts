import { serviceNames } from '@earshot/proto/values';
import { memoryUsed } from '../expressions.ts';
import { missingReplicas, scraped, unknownToScraper } from '../external.ts';
import type { Alert } from './alert.ts';
import { job, namespaceToken } from './alert.ts';

/* Processes that are gone, restart, or have no room left. */

const ours = `namespace="${namespaceToken}",job="${job}"`;
const pod = ['service', 'pod'] as const;

export const processAlerts = {
  EarshotServiceDown: {
    severity: 'critical',
    for: '3m',
    measure: () => scraped(ours),
    fires: { when: '<', at: 1 },
    summary: 'No process of {{ $labels.service }} answers',
    description: 'Prometheus reaches none of its pods on port 9090.',
  },
  EarshotGatewayMissing: {
    severity: 'critical',
    for: '5m',
    measure: () => unknownToScraper(ours, 'gateway'),
    fires: { when: '>', at: 0 },
    summary: 'Prometheus knows of no gateway',
    description: 'Either there is no gateway, and users are not served, or nobody watches it.',
  },
  EarshotReplicasMissing: {
    severity: 'warning',
    for: '15m',
    measure: () => missingReplicas(namespaceToken, `.+-(${serviceNames.join('|')})`),
    fires: { when: '>', at: 0 },
    summary: '{{ $labels.deployment }} has fewer ready pods than it should',
    description: 'Missing: VALUE.',
  },
  EarshotRestarts: {
    severity: 'warning',
    for: '0m',
    measure: (f) => f.changes('processStartTimeSeconds', { by: pod, over: '30m' }),
    fires: { when: '>', at: 2 },
    summary: '{{ $labels.pod }} restarts again and again',
    description: 'Restarts within half an hour: VALUE.',
  },
  EarshotMemoryNearLimit: {
    severity: 'warning',
    for: '10m',
    measure: memoryUsed,
    fires: { when: '>', at: 0.9 },
    summary: '{{ $labels.pod }} has hardly any memory left',
    description: 'It uses VALUE of what it may; at all of it the system kills it.',
  },
  EarshotEventLoopBusy: {
    severity: 'warning',
    for: '10m',
    measure: (f) => f.max('nodeEventLoopLagP99Seconds', { by: pod }),
    fires: { when: '>', at: 0.5 },
    summary: '{{ $labels.pod }} has no time',
    description: 'One of 100 turns of its event loop comes VALUE late: it has more to do than one core can.',
  },
  EarshotDatabasePoolUsedUp: {
    severity: 'warning',
    for: '5m',
    measure: (f) => f.minOver('mongoPool', { by: pod, where: { state: 'waiting' }, over: '5m' }),
    fires: { when: '>', at: 0 },
    summary: '{{ $labels.pod }} waits for connections to MongoDB',
    description: 'Calls that waited for one, for 5 minutes: VALUE or more. They take longer than the database does.',
  },
} as const satisfies Record<string, Alert>;
