import { failingEvents } from '../expressions.ts';
import { allOf, compare, type Figures } from '../promql.ts';
import type { Alert } from './alert.ts';

/* Work that waits, is blocked or was given up: users do not notice it at once, but they will. */

const group = ['group', 'topic'] as const;
const lag = (f: Figures, ago?: string) => f.max('consumerLag', { by: group, ...(ago !== undefined && { ago }) });
/** Records that a group with one replica handles within a minute. */
const muchLag = 100;

export const workAlerts = {
  EarshotWorkFallsBehind: {
    severity: 'warning',
    for: '5m',
    measure: (f) => lag(f),
    fires: { when: '>', at: muchLag },
    only: (f) =>
      allOf(
        compare(f.minOver('consumerLag', { by: group, over: '15m' }), '>', muchLag),
        compare(lag(f), '>=', lag(f, '15m')),
      ),
    summary: '{{ $labels.group }} falls behind on {{ $labels.topic }}',
    description: 'Waiting: VALUE records, at least as many as a quarter of an hour ago.',
  },
  EarshotWorkStandsStill: {
    severity: 'critical',
    for: '5m',
    measure: (f) => f.minOver('consumerLag', { by: group, over: '30m' }),
    fires: { when: '>', at: 0 },
    unless: (f) => compare(handled(f, '30m'), '>', 0),
    summary: '{{ $labels.group }} handles no events of {{ $labels.topic }}',
    description: 'Records that have waited for half an hour: VALUE or more. None was handled.',
  },
  EarshotOutboxStale: {
    severity: 'critical',
    for: '5m',
    measure: (f) => f.max('outboxAge', { by: ['service', 'collection'] }),
    fires: { when: '>', at: 300 },
    summary: 'Events of {{ $labels.service }} are not published',
    description:
      'The oldest event in {{ $labels.collection }} has waited for VALUE. No data is lost, but other services do not receive it.',
  },
  EarshotEventsFail: {
    severity: 'warning',
    for: '10m',
    measure: (f) => failingEvents(f, { by: group, over: '15m' }),
    fires: { when: '>', at: 0.2 },
    only: (f) =>
      compare(f.increase('eventsHandled', { by: group, over: '15m', where: { outcome: 'failed' } }), '>', 10),
    summary: '{{ $labels.group }} fails to handle events of {{ $labels.topic }}',
    description:
      'VALUE of its deliveries failed. Each event is tried ten times within minutes, then becomes a dead letter.',
  },
  EarshotDeadLetters: {
    severity: 'warning',
    for: '0m',
    measure: (f) => f.increase('deadLetters', { by: group, over: '1h' }),
    fires: { when: '>', at: 0 },
    summary: '{{ $labels.group }} gave up on events of {{ $labels.topic }}',
    description: 'New dead letters within the hour: VALUE. They wait for an operator to replay them.',
  },
  EarshotScansFail: {
    severity: 'warning',
    for: '5m',
    measure: (f) => f.share(scansEnded(f, 'failed'), scansEnded(f)),
    fires: { when: '>', at: 0.2 },
    only: (f) => compare(scansEnded(f, 'failed'), '>', 2),
    summary: 'Scans fail',
    description: 'VALUE of the scans of the last 6 hours failed.',
  },
  EarshotMessagesFail: {
    severity: 'warning',
    for: '5m',
    measure: (f) => f.share(messages(f, 'failed'), messages(f)),
    fires: { when: '>', at: 0.5 },
    only: (f) => compare(messages(f, 'failed'), '>', 3),
    summary: 'Messages to authors fail',
    description: 'VALUE of the messages of the last 6 hours were not accepted by the community site.',
  },
  EarshotMailsFail: {
    severity: 'warning',
    for: '5m',
    measure: (f) => f.share(mails(f, 'failed|given-up'), mails(f, 'sent|failed|given-up')),
    fires: { when: '>', at: 0.5 },
    only: (f) => compare(mails(f, 'failed|given-up'), '>', 3),
    summary: 'Mails are not accepted',
    description: 'VALUE of the attempts of the last hour failed: confirmations and password reset links do not arrive.',
  },
} as const satisfies Record<string, Alert>;

function handled(f: Figures, over: string) {
  return f.increase('eventsHandled', { by: group, over, where: { outcome: 'ok' } });
}

function scansEnded(f: Figures, status?: string) {
  return f.increase('scans', { over: '6h', ...(status !== undefined && { where: { status } }) });
}

function messages(f: Figures, outcome?: string) {
  return f.increase('messagesSent', { over: '6h', ...(outcome !== undefined && { where: { outcome } }) });
}

function mails(f: Figures, outcomes: string) {
  return f.increase('mails', { over: '1h', where: { outcome: { like: outcomes } } });
}
