import { alertTable } from '../alerts/index.ts';
import { callRate, failingCalls, failingModel, failingSource, fromBrowsers, slowCalls } from '../expressions.ts';
import { alertsByName, firingAlerts, silentServices } from '../external.ts';
import { graph, list, number } from './panels.ts';
import { type DashboardSpec, installation as f, installationMatchers } from './scopes.ts';

const elsewhere = 'Open the dashboard of the affected service.';

/** Answers on one screen: are users served, and is work delayed? */
export const overview: DashboardSpec = {
  uid: 'earshot-overview',
  title: 'Earshot / Overview',
  description:
    'Are users served? Is work delayed? From top to bottom: users, waiting work, dependencies, free capacity.',
  from: 'now-3h',
  choosesService: false,
  rows: [
    { panels: usersNow() },
    { panels: usersOverTime() },
    { panels: waiting() },
    { panels: dependencies() },
    { panels: room() },
  ],
};

function usersNow() {
  return [
    number({
      title: 'Alerts',
      shows: 'Number of firing alerts of Earshot.',
      normal: '0.',
      otherwise: 'They are listed by name below; each has a runbook.',
      lines: [{ of: firingAlerts('$namespace') }],
      worseFrom: 1,
    }),
    number({
      title: 'Unreachable services',
      shows: 'Services without any process that Prometheus can reach.',
      normal: '0.',
      otherwise: 'kubectl get pods shows whether they run. If they do, check that Prometheus may scrape them.',
      lines: [{ of: silentServices(installationMatchers) }],
      alert: 'EarshotServiceDown',
      worseFrom: 1,
    }),
    number({
      title: 'Failing calls',
      shows: 'The share of browser calls of the last 5 minutes that failed with a server error (5xx).',
      normal: '0 %, slightly more during restarts.',
      otherwise: 'Find the failing service below, then its calls on its dashboard.',
      lines: [{ of: alertTable.EarshotCallsFailing.measure(f) }],
      alert: 'EarshotCallsFailing',
      none: 'no calls',
    }),
    number({
      title: 'Slow calls',
      shows: 'One of 20 calls of the last 10 minutes took at least this long; inherently long calls are excluded.',
      normal: 'Below 0.25 s.',
      otherwise: elsewhere,
      lines: [{ of: alertTable.EarshotCallsSlow.measure(f) }],
      alert: 'EarshotCallsSlow',
      none: 'no calls',
    }),
    number({
      title: 'Delay of live updates',
      shows: 'One of 20 live updates of the last 10 minutes was at least this old when it was sent.',
      normal: 'Below a second.',
      otherwise: 'Check waiting events: outboxes first, then the lag of realtime.',
      lines: [{ of: alertTable.EarshotNewsLate.measure(f) }],
      alert: 'EarshotNewsLate',
      none: 'no updates',
    }),
    number({
      title: 'Open pages',
      shows: 'Open WebSockets of browsers at the gateway.',
      normal: 'The number of open pages of Earshot.',
      otherwise: 'A sudden drop without a release: check whether the gateway or a proxy before it restarted.',
      lines: [{ of: f.sum('sockets', { where: fromBrowsers }) }],
    }),
  ];
}

function usersOverTime() {
  return [
    graph(
      {
        title: 'Browser calls',
        shows: 'Calls per second answered by the gateway, by status.',
        normal: 'Nearly all 2xx and 3xx. 401 and 404 come from users, 429 from limits.',
        otherwise:
          '5xx is a server error: find the service. Many 429: a client is too fast, or the limits are too tight.',
        lines: [{ of: callRate(f, { by: ['status'], where: fromBrowsers }) }],
      },
      'stacked',
    ),
    graph({
      title: 'Failing calls by service',
      shows: 'The share of calls of a service answered with 5xx, including calls from other services.',
      normal: '0 %.',
      otherwise: `The gateway fails when another service fails: look at the other lines first. ${elsewhere}`,
      lines: [{ of: failingCalls(f, { by: ['service'] }) }],
      alert: 'EarshotCallsFailing',
    }),
    graph({
      title: 'Slow calls by service',
      shows: 'One of 20 calls took at least this long; inherently long calls are excluded.',
      normal: 'Below 0.25 s everywhere.',
      otherwise: `The gateway waits for the others. ${elsewhere}`,
      lines: [{ of: slowCalls(f, { by: ['service'] }) }],
      alert: 'EarshotCallsSlow',
    }),
  ];
}

function waiting() {
  return [
    graph({
      title: 'Events that wait to be handled',
      shows:
        'Records that a group has not handled yet, by topic. All replicas report the same number, so this is the maximum.',
      normal: 'Near 0. While many scans run, tasks of scan-worker wait and their number falls.',
      otherwise: 'Growing: the group is too slow or fails. For scan tasks, add workers.',
      lines: [{ of: alertTable.EarshotWorkFallsBehind.measure(f) }],
      alert: 'EarshotWorkFallsBehind',
    }),
    graph({
      title: 'Oldest unpublished event',
      shows: 'How long the oldest event has waited in an outbox, by service and collection.',
      normal: 'Seconds at most.',
      otherwise: 'Kafka is unavailable or refuses records. No data is lost, but other services receive no events.',
      lines: [{ of: alertTable.EarshotOutboxStale.measure(f) }],
      alert: 'EarshotOutboxStale',
    }),
    list({
      title: 'Firing alerts',
      shows: 'Their names and severities.',
      normal: 'Empty.',
      otherwise: 'Each has a runbook with its name.',
      lines: [{ of: alertsByName('$namespace') }],
      none: 'none',
    }),
  ];
}

function dependencies() {
  return [
    graph({
      title: 'Reachable servers',
      shows: '1 while every process can reach MongoDB, Kafka and Redis, else 0.',
      normal: 'All at 1.',
      otherwise: 'Repair that server; no service needs a restart.',
      lines: [{ of: f.min('dependencyUp', { by: ['dependency'] }) }],
      alert: 'EarshotDatabaseAway',
    }),
    graph({
      title: 'Community site: failing requests',
      shows: 'The share of requests that the site refused, limited or did not answer.',
      normal: '0 %; some limited ones while many scans run.',
      otherwise: 'Refused: access was withdrawn. Unavailable: the site has an outage; scans continue later.',
      lines: [{ of: failingSource(f) }],
      alert: 'EarshotSourceFails',
      none: 'no requests',
    }),
    graph({
      title: 'Community site: requests left',
      shows:
        'Requests that the site still allows in its current window. The smallest value of all processes is the newest.',
      normal: 'Falls and recovers every few minutes.',
      otherwise: 'At 0 for long: scans wait. Scan fewer communities, or agree on a higher limit with the site.',
      lines: [{ of: f.min('sourceBudget', { by: ['source'] }) }],
      none: 'unknown yet',
    }),
    graph({
      title: 'Model: failing requests',
      shows: 'The share of requests to the model without a usable answer.',
      normal: '0 %, or no line without a model.',
      otherwise: 'Posts get keyless scores meanwhile. Check the provider, the key and its limits.',
      lines: [{ of: failingModel(f) }],
      none: 'no requests',
    }),
  ];
}

function room() {
  return [
    graph({
      title: 'Event loop',
      shows: 'Delay of one of 100 turns of a process, the worst of each service.',
      normal: 'Below 0.15 s. It contains the 0.1 s between two samples.',
      otherwise: 'One core is not enough: add replicas or CPU time.',
      lines: [{ of: f.max('nodeEventLoopLagP99Seconds', { by: ['service'] }) }],
      alert: 'EarshotEventLoopBusy',
    }),
    graph({
      title: 'Memory',
      shows: 'Memory of the largest process of each service.',
      normal: 'Constant, well below its limit.',
      otherwise: 'Rising steadily: a leak; take a heap snapshot. High after a release: raise the limit.',
      lines: [{ of: f.max('processResidentMemoryBytes', { by: ['service'] }) }],
    }),
    graph({
      title: 'CPU time',
      shows: 'Cores used by all processes of a service.',
      normal: 'Follows calls and scans.',
      otherwise: 'At its limit for long: add replicas.',
      lines: [{ of: f.rate('processCpuSecondsTotal', { by: ['service'] }) }],
    }),
    graph({
      title: 'Waiting for a connection',
      shows: 'Calls that wait for a connection to MongoDB.',
      normal: '0.',
      otherwise: 'The database is slow, or the pool is too small for this many calls.',
      lines: [{ of: f.sum('mongoPool', { by: ['service'], where: { state: 'waiting' } }) }],
      alert: 'EarshotDatabasePoolUsedUp',
    }),
  ];
}
