import { alertTable } from '../alerts/index.ts';
import { callRate, failingCalls, failingEvents, slowCalls } from '../expressions.ts';
import { graph, number } from './panels.ts';
import type { DashboardSpec } from './scopes.ts';
import { oneService as f } from './scopes.ts';
import { insideNode, processes, queues } from './service-processes.ts';

/** A group has the name of its service, and its lag is the same wherever it was asked. */
const ownGroup = { group: { like: '$service' } } as const;

/** One service, or all of them beside each other: its calls, its events, its processes. */
export const service: DashboardSpec = {
  uid: 'earshot-service',
  title: 'Earshot / One service',
  description: 'Which calls and events of a service fail or take long, and which of its processes has no room left.',
  from: 'now-3h',
  choosesService: true,
  rows: [
    { panels: atAGlance() },
    { name: 'Calls', panels: calls() },
    { name: 'Events', panels: events() },
    { name: 'Outbox and database', panels: outbox() },
    { name: 'Processes', panels: processes() },
    { panels: insideNode() },
    { name: 'What some of them wait for', panels: queues() },
  ],
};

function atAGlance() {
  return [
    number({
      title: 'Processes',
      shows: 'Processes that Prometheus reaches.',
      normal: 'As many as there should be replicas.',
      otherwise: 'kubectl get pods, then kubectl describe pod of the one that is missing.',
      lines: [{ of: f.count('processStartTimeSeconds') }],
      width: 4,
    }),
    number({
      title: 'Restarts',
      shows: 'How often processes began anew within the hour, in the same pod.',
      normal: '0.',
      otherwise: 'kubectl logs --previous tells why the last one ended.',
      lines: [{ of: f.changes('processStartTimeSeconds', { over: '1h' }) }],
      worseFrom: 1,
      width: 4,
    }),
    number({
      title: 'Calls',
      shows: 'Calls a second over the last 5 minutes, without probes.',
      normal: 'What its callers need.',
      otherwise: '0 for a service that should have callers: are they reaching it?',
      lines: [{ of: callRate(f, { over: '5m' }) }],
      width: 4,
    }),
    number({
      title: 'Failing calls',
      shows: 'The share of the calls of the last 5 minutes that it answered with 5xx.',
      normal: '0 %.',
      otherwise: 'See which call below, then the log: each failure has a line with its trace.',
      lines: [{ of: failingCalls(f, { over: '5m' }) }],
      alert: 'EarshotCallsFailing',
      none: 'no calls',
      width: 4,
    }),
    number({
      title: 'Slow calls',
      shows: 'One of 20 calls of the last 10 minutes took this long or longer, without those that are long by nature.',
      normal: 'Below 0.25 s.',
      otherwise: 'See which call below; then the event loop, the database, and whom it asks.',
      lines: [{ of: slowCalls(f, { over: '10m' }) }],
      alert: 'EarshotCallsSlow',
      none: 'no calls',
      width: 4,
    }),
    number({
      title: 'Put aside',
      shows: 'Events that its group gave up on within the hour.',
      normal: '0.',
      otherwise: 'npm run dlq -- list SERVICE shows them; replay them when the cause is mended.',
      lines: [{ of: f.increase('deadLetters', { over: '1h' }) }],
      alert: 'EarshotDeadLetters',
      none: '0',
      width: 4,
    }),
  ];
}

function calls() {
  return [
    graph({
      title: 'Calls',
      shows: 'Calls a second, by method and route.',
      normal: 'Follows what people do.',
      otherwise: 'One route far above its usual: a client that repeats itself, or somebody who searches for holes.',
      lines: [{ of: callRate(f, { by: ['method', 'route'] }) }],
      none: 'no calls',
      width: 8,
    }),
    graph({
      title: 'Answers that are no success',
      shows: 'Calls a second that were answered with 4xx or 5xx, by route and status; 499 is a caller who left.',
      normal: 'A few 401, 404 and 422.',
      otherwise:
        '5xx has a line in the log with the error and its trace. Many 429: a limit that is too tight, or an attack.',
      lines: [{ of: callRate(f, { by: ['route', 'status'], where: { status: { like: '[45]..' } } }) }],
      none: 'none',
      width: 8,
    }),
    graph({
      title: 'Slow calls',
      shows: 'One of 20 calls took this long or longer, by route; all of them, also those that are long by nature.',
      normal: 'Below 0.25 s; drafts, previews and searches with a model up to 25 s.',
      otherwise: 'One route: its query or whom it asks. All at once: event loop, database or processor time.',
      lines: [
        { of: f.quantile(0.95, 'httpRequestSeconds', { by: ['route'], where: { route: { unlike: '/health/.+' } } }) },
      ],
      none: 'no calls',
      width: 8,
    }),
  ];
}

function events() {
  return [
    graph({
      title: 'Events handled',
      shows: 'Deliveries a second, by topic and outcome. A failed one comes again, up to ten times.',
      normal: 'All ok.',
      otherwise: 'The log names the event, the attempt and the error.',
      lines: [{ of: f.rate('eventsHandled', { by: ['group', 'topic', 'outcome'] }) }],
      none: 'no events',
      width: 6,
    }),
    graph({
      title: 'Failing events',
      shows: 'The share of deliveries that failed.',
      normal: '0 %; some while the database is away.',
      otherwise: 'After ten attempts the event is put aside and waits for an operator.',
      lines: [{ of: failingEvents(f, { by: ['group', 'topic'] }) }],
      alert: 'EarshotEventsFail',
      none: 'no events',
      width: 6,
    }),
    graph({
      title: 'Time for an event',
      shows: 'One of 20 took this long or longer, by type.',
      normal: 'Below 0.1 s; a task of a scan takes seconds to minutes.',
      otherwise: 'Slow with a slow database; a slow task usually waits for the community site or the model.',
      lines: [{ of: f.quantile(0.95, 'eventSeconds', { by: ['type'] }) }],
      none: 'no events',
      width: 6,
    }),
    graph({
      title: 'Events that wait to be handled',
      shows: 'Records that its group has not handled yet, by topic. The maximum of what the replicas tell.',
      normal: 'Near 0; tasks of scans in bursts.',
      otherwise: 'Growing: look at the time for an event and at failures, then add replicas.',
      lines: [{ of: f.max('consumerLag', { by: ['group', 'topic'], where: ownGroup }) }],
      alert: 'EarshotWorkFallsBehind',
      none: 'no events',
      width: 6,
    }),
  ];
}

function outbox() {
  return [
    graph({
      title: 'Events sent',
      shows: 'Events a second that left its outboxes, by type.',
      normal: 'Follows what people and scans do.',
      otherwise: 'None while events wait: Kafka is away or refuses.',
      lines: [{ of: f.rate('eventsPublished', { by: ['service', 'type'] }) }],
      none: 'publishes nothing',
      width: 6,
    }),
    graph({
      title: 'Events that have not left',
      shows: 'How many events wait in its outboxes, by collection.',
      normal: '0, or a few for a moment.',
      otherwise: 'Kafka is away or refuses. They leave by themselves when it is back.',
      lines: [{ of: f.max('outboxDepth', { by: ['service', 'collection'] }) }],
      none: 'publishes nothing',
      width: 6,
    }),
    graph({
      title: 'Oldest event that has not left',
      shows: 'For how long the oldest has been waiting.',
      normal: 'Seconds at most.',
      otherwise: 'As beside.',
      lines: [{ of: alertTable.EarshotOutboxStale.measure(f) }],
      alert: 'EarshotOutboxStale',
      none: 'publishes nothing',
      width: 6,
    }),
    graph({
      title: 'Connections to MongoDB',
      shows: 'Open connections, those in use, and calls that wait for one.',
      normal: 'Nobody waits.',
      otherwise: 'Waiting: slow queries, or a pool that is too small.',
      lines: [{ of: f.sum('mongoPool', { by: ['service', 'state'] }) }],
      none: 'no database',
      width: 6,
    }),
  ];
}
