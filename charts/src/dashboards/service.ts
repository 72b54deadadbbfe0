import { alertTable } from '../alerts/index.ts';
import { callRate, failingCalls, failingEvents, slowCalls } from '../expressions.ts';
import { graph, number } from './panels.ts';
import { type DashboardSpec, oneService as f } from './scopes.ts';
import { insideNode, processes, queues } from './service-processes.ts';

/** A group has the name of its service. Every service reports the same lag for a group. */
const ownGroup = { group: { like: '$service' } } as const;

/** One service, or all of them: calls, events and processes. */
export const service: DashboardSpec = {
  uid: 'earshot-service',
  title: 'Earshot / One service',
  description: 'Failing and slow calls and events of a service, and the resources of its processes.',
  from: 'now-3h',
  choosesService: true,
  rows: [
    { panels: atAGlance() },
    { name: 'Calls', panels: calls() },
    { name: 'Events', panels: events() },
    { name: 'Outbox and database', panels: outbox() },
    { name: 'Processes', panels: processes() },
    { panels: insideNode() },
    { name: 'Queues', panels: queues() },
  ],
};

function atAGlance() {
  return [
    number({
      title: 'Processes',
      shows: 'Processes that Prometheus can reach.',
      normal: 'The configured number of replicas.',
      otherwise: 'kubectl get pods, then kubectl describe pod for the missing one.',
      lines: [{ of: f.count('processStartTimeSeconds') }],
    }),
    number({
      title: 'Restarts',
      shows: 'Restarts of processes within the hour, in the same pod.',
      normal: '0.',
      otherwise: 'kubectl logs --previous shows why the last one ended.',
      lines: [{ of: f.changes('processStartTimeSeconds', { over: '1h' }) }],
      worseFrom: 1,
    }),
    number({
      title: 'Calls',
      shows: 'Calls per second over the last 5 minutes, without probes.',
      normal: 'Follows its callers.',
      otherwise: '0 for a service with callers: check whether they can reach it.',
      lines: [{ of: callRate(f, { over: '5m' }) }],
    }),
    number({
      title: 'Failing calls',
      shows: 'The share of the calls of the last 5 minutes answered with 5xx.',
      normal: '0 %.',
      otherwise: 'Find the call below, then the log: each failure has a line with its trace.',
      lines: [{ of: failingCalls(f, { over: '5m' }) }],
      alert: 'EarshotCallsFailing',
      none: 'no calls',
    }),
    number({
      title: 'Slow calls',
      shows: 'One of 20 calls of the last 10 minutes took at least this long; inherently long calls are excluded.',
      normal: 'Below 0.25 s.',
      otherwise: 'Find the call below; then check the event loop, the database and the services it calls.',
      lines: [{ of: slowCalls(f, { over: '10m' }) }],
      alert: 'EarshotCallsSlow',
      none: 'no calls',
    }),
    number({
      title: 'Dead letters',
      shows: 'New dead letters of its group within the hour.',
      normal: '0.',
      otherwise: 'npm run dlq -- list SERVICE shows them; replay them after fixing the cause.',
      lines: [{ of: f.increase('deadLetters', { over: '1h' }) }],
      alert: 'EarshotDeadLetters',
      none: '0',
    }),
  ];
}

function calls() {
  return [
    graph({
      title: 'Calls',
      shows: 'Calls per second, by method and route.',
      normal: 'Follows usage.',
      otherwise: 'One route far above normal: a client in a loop, or an attacker.',
      lines: [{ of: callRate(f, { by: ['method', 'route'] }) }],
      none: 'no calls',
    }),
    graph({
      title: 'Failing answers',
      shows: 'Calls per second answered with 4xx or 5xx, by route and status; 499 means that the caller disconnected.',
      normal: 'A few 401, 404 and 422.',
      otherwise:
        '5xx has a line in the log with the error and its trace. Many 429: a limit is too tight, or an attack.',
      lines: [{ of: callRate(f, { by: ['route', 'status'], where: { status: { like: '[45]..' } } }) }],
      none: 'none',
    }),
    graph({
      title: 'Slow calls',
      shows: 'One of 20 calls took at least this long, by route, including inherently long calls.',
      normal: 'Below 0.25 s; drafts, previews and searches with a model up to 25 s.',
      otherwise:
        'One route: check its query and the services it calls. All routes: check event loop, database and CPU time.',
      lines: [
        { of: f.quantile(0.95, 'httpRequestSeconds', { by: ['route'], where: { route: { unlike: '/health/.+' } } }) },
      ],
      none: 'no calls',
    }),
  ];
}

function events() {
  return [
    graph({
      title: 'Handled events',
      shows: 'Deliveries per second, by topic and outcome. A failed event is delivered again, up to ten times.',
      normal: 'All ok.',
      otherwise: 'The log names the event, the attempt and the error.',
      lines: [{ of: f.rate('eventsHandled', { by: ['group', 'topic', 'outcome'] }) }],
      none: 'no events',
    }),
    graph({
      title: 'Failing events',
      shows: 'The share of deliveries that failed.',
      normal: '0 %; more during a database outage.',
      otherwise: 'After ten attempts, the event becomes a dead letter and waits for an operator.',
      lines: [{ of: failingEvents(f, { by: ['group', 'topic'] }) }],
      alert: 'EarshotEventsFail',
      none: 'no events',
    }),
    graph({
      title: 'Handling time of events',
      shows: 'One of 20 events took at least this long, by type.',
      normal: 'Below 0.1 s; a scan task takes seconds to minutes.',
      otherwise: 'Check the database; a slow scan task usually waits for the community site or the model.',
      lines: [{ of: f.quantile(0.95, 'eventSeconds', { by: ['type'] }) }],
      none: 'no events',
    }),
    graph({
      title: 'Events that wait to be handled',
      shows: 'Records that its group has not handled yet, by topic. The maximum of all replicas.',
      normal: 'Near 0; scan tasks come in bursts.',
      otherwise: 'Growing: check handling times and failures, then add replicas.',
      lines: [{ of: f.max('consumerLag', { by: ['group', 'topic'], where: ownGroup }) }],
      alert: 'EarshotWorkFallsBehind',
      none: 'no events',
    }),
  ];
}

function outbox() {
  return [
    graph({
      title: 'Published events',
      shows: 'Events per second published from its outboxes, by type.',
      normal: 'Follows usage and scans.',
      otherwise: 'None while events wait: Kafka is unavailable or refuses records.',
      lines: [{ of: f.rate('eventsPublished', { by: ['service', 'type'] }) }],
      none: 'publishes nothing',
    }),
    graph({
      title: 'Unpublished events',
      shows: 'Number of events in its outboxes, by collection.',
      normal: '0, or briefly a few.',
      otherwise: 'Kafka is unavailable or refuses records. The events are published once it is back.',
      lines: [{ of: f.max('outboxDepth', { by: ['service', 'collection'] }) }],
      none: 'publishes nothing',
    }),
    graph({
      title: 'Oldest unpublished event',
      shows: 'How long the oldest event has waited.',
      normal: 'Seconds at most.',
      otherwise: 'See unpublished events.',
      lines: [{ of: alertTable.EarshotOutboxStale.measure(f) }],
      alert: 'EarshotOutboxStale',
      none: 'publishes nothing',
    }),
    graph({
      title: 'Connections to MongoDB',
      shows: 'Open connections, connections in use, and calls that wait for one.',
      normal: 'No waiting calls.',
      otherwise: 'Waiting: slow queries, or the pool is too small.',
      lines: [{ of: f.sum('mongoPool', { by: ['service', 'state'] }) }],
      none: 'no database',
    }),
  ];
}
