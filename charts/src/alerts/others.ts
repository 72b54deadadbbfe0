import { failingSource } from '../expressions.ts';
import { compare, type Figures } from '../promql.ts';
import type { Alert } from './alert.ts';

/* Dependencies: our servers, the community site and the model. */

const answers = (dependency: string) => (f: Figures) =>
  f.min('dependencyUp', { by: ['service'], where: { dependency } });

/** The states of a source that gives no posts until somebody acts or its site recovers. */
const stopped = 'refused|unreachable|misconfigured';

export const otherAlerts = {
  EarshotDatabaseAway: {
    severity: 'critical',
    for: '2m',
    measure: answers('mongodb'),
    fires: { when: '<', at: 1 },
    summary: '{{ $labels.service }} cannot reach MongoDB',
    description: 'Its calls are answered with 503 and its events wait until MongoDB answers again. No data is lost.',
  },
  EarshotKafkaAway: {
    severity: 'critical',
    for: '5m',
    measure: answers('kafka'),
    fires: { when: '<', at: 1 },
    summary: '{{ $labels.service }} cannot reach Kafka',
    description:
      'Calls are answered, but scans make no progress and open pages get no updates. Events wait in the database.',
  },
  EarshotRedisAway: {
    severity: 'warning',
    for: '5m',
    measure: answers('redis'),
    fires: { when: '<', at: 1 },
    summary: '{{ $labels.service }} cannot reach Redis',
    description: 'Earshot keeps working, but slower: rate limits apply per process, and some work is done twice.',
  },
  EarshotSourceFails: {
    severity: 'critical',
    for: '10m',
    measure: (f) => failingSource(f, { by: ['source'], over: '15m' }),
    fires: { when: '>', at: 0.5 },
    only: (f) =>
      compare(
        f.increase('sourceRequests', { over: '15m', by: ['source'], where: { outcome: { not: 'given-up' } } }),
        '>',
        10,
      ),
    summary: 'The source {{ $labels.source }} does not answer or refuses requests',
    description: 'VALUE of the requests of the last 15 minutes failed. Scans find nothing and messages are not sent.',
  },
  EarshotSourceStopped: {
    severity: 'warning',
    for: '15m',
    measure: (f) => f.max('sourceState', { by: ['source'], where: { state: { like: stopped } } }),
    fires: { when: '>', at: 0 },
    summary: 'No posts arrive from the source {{ $labels.source }}',
    description:
      'All of its communities that were tried lately are refused or not answered. Its users see why under Settings, Sources.',
  },
  EarshotSourceBudgetSpent: {
    severity: 'warning',
    for: '30m',
    measure: (f) => f.increase('sourceHeldBack', { over: '15m', by: ['source'] }),
    fires: { when: '>', at: 0 },
    summary: 'Scans wait for the rate limit of the source {{ $labels.source }}',
    description: 'Requests delayed within 15 minutes: VALUE, for half an hour. Scans take longer than they should.',
  },
  EarshotModelAway: {
    severity: 'warning',
    for: '10m',
    measure: (f) => f.maxOver('modelAway', { over: '5m' }),
    fires: { when: '>', at: 0 },
    summary: 'The model does not answer',
    description: 'Posts get provisional keyless scores and drafts are keyless; both are marked.',
  },
} as const satisfies Record<string, Alert>;
