import type { ServiceName } from '../values.ts';
import type { Metric } from './metric.ts';

/** Services with a database. */
const withDatabase = [
  'gateway',
  'auth',
  'lead',
  'scan',
  'scan-worker',
  'scan-ingest',
  'outreach',
  'discovery',
  'analytics',
] as const satisfies ServiceName[];
/** `postponed`: a dependency is unavailable, and the delivery does not count as an attempt. */
const eventOutcomes = ['ok', 'failed', 'postponed'] as const;
/** Services that consume events. */
const listening = [...withDatabase, 'realtime'] as const satisfies ServiceName[];
/** Services that publish events. */
const publishing = [
  'gateway',
  'auth',
  'lead',
  'scan',
  'scan-worker',
  'scan-ingest',
  'outreach',
  'discovery',
] as const satisfies ServiceName[];

/** Directives of the Content-Security-Policy that are counted by name. */
export const policyDirectives = [
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-ancestors',
  'form-action',
  'require-trusted-types-for',
  'trusted-types',
  'other',
] as const;

/** Metrics of the shared infrastructure: calls, events, outboxes, pools, sockets. */
export const platformMetrics = {
  httpRequestSeconds: {
    name: 'earshot_http_request_seconds',
    type: 'histogram',
    help: 'Duration of HTTP requests; route is the pattern of a contract or none, status 499 if the caller left',
    unit: 'seconds',
    labels: ['service', 'method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    on: 'every',
  },
  eventsHandled: {
    name: 'earshot_events_handled_total',
    type: 'counter',
    help: 'Deliveries of events that a group has a handler for; a repeated delivery counts again',
    unit: 'events',
    labels: ['group', 'topic', 'outcome'],
    values: { outcome: eventOutcomes },
    on: listening,
  },
  eventSeconds: {
    name: 'earshot_event_seconds',
    type: 'histogram',
    help: 'Duration of handling one event or one batch; events that the group ignores do not count',
    unit: 'seconds',
    labels: ['group', 'topic', 'type', 'outcome'],
    values: { outcome: eventOutcomes },
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600],
    on: listening,
  },
  deadLetters: {
    name: 'earshot_dead_letters_total',
    type: 'counter',
    help: 'Events that became dead letters of a group and wait for an operator',
    unit: 'events',
    labels: ['group', 'topic'],
    on: listening,
  },
  consumerLag: {
    name: 'earshot_consumer_lag_records',
    type: 'gauge',
    help: 'Records that a group has not handled yet; replicas report the same value, use the maximum; no value while the bus is away',
    unit: 'records',
    labels: ['group', 'topic'],
    on: withDatabase,
  },
  eventsPublished: {
    name: 'earshot_events_published_total',
    type: 'counter',
    help: 'Events published from an outbox; an event that a crash published twice counts twice',
    unit: 'events',
    labels: ['service', 'topic', 'type'],
    on: publishing,
  },
  outboxDepth: {
    name: 'earshot_outbox_events',
    type: 'gauge',
    help: 'Events that wait in an outbox, beyond 1,000 documents one per document; services of one database report the same value, use the maximum; no value while the database is away',
    unit: 'events',
    labels: ['service', 'collection'],
    on: publishing,
  },
  outboxAge: {
    name: 'earshot_outbox_age_seconds',
    type: 'gauge',
    help: 'Age of the oldest event in an outbox, 0 if none waits; no value while the database is away',
    unit: 'seconds',
    labels: ['service', 'collection'],
    on: publishing,
  },
  dependencyUp: {
    name: 'earshot_dependency_up',
    type: 'gauge',
    help: '1 if a dependency of the service answers, 0 if it is away',
    unit: 'boolean',
    labels: ['service', 'dependency'],
    on: 'every',
  },
  memoryLimit: {
    name: 'earshot_memory_limit_bytes',
    type: 'gauge',
    help: "Memory at which the system kills the process: the container's limit, or the machine's memory",
    unit: 'bytes',
    labels: [],
    on: 'every',
  },
  mongoPool: {
    name: 'earshot_mongo_pool_connections',
    type: 'gauge',
    help: 'Connections to the database: open, in use, and calls that wait for one',
    unit: 'connections',
    labels: ['service', 'state'],
    values: { state: ['open', 'in-use', 'waiting'] },
    on: withDatabase,
  },
  proxySockets: {
    name: 'earshot_proxy_sockets',
    type: 'gauge',
    help: 'Sockets from the gateway to the services: in use, idle, and requests that wait for one',
    unit: 'sockets',
    labels: ['state'],
    values: { state: ['in-use', 'idle', 'waiting'] },
    on: ['gateway'],
  },
  policyViolations: {
    name: 'earshot_policy_violations_total',
    type: 'counter',
    help: 'Violations of the Content-Security-Policy that browsers reported, by directive',
    unit: 'events',
    labels: ['directive'],
    values: { directive: policyDirectives },
    on: ['gateway'],
  },
  passwordHashes: {
    name: 'earshot_password_hashes',
    type: 'gauge',
    help: 'Passwords being hashed and passwords that wait for a thread; at most 60 wait, further calls return 503',
    unit: 'hashes',
    labels: ['state'],
    values: { state: ['running', 'waiting'] },
    on: ['auth'],
  },
  sockets: {
    name: 'earshot_websocket_connections',
    type: 'gauge',
    help: 'Open WebSockets; each counts at the gateway and at realtime',
    unit: 'connections',
    labels: ['service'],
    on: ['gateway', 'realtime'],
  },
  socketLag: {
    name: 'earshot_websocket_lag_seconds',
    type: 'histogram',
    help: 'Time from a fact until it was sent to the sockets of its user, including outbox and bus',
    unit: 'seconds',
    labels: ['type'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    on: ['realtime'],
  },
} as const satisfies Record<string, Metric>;
