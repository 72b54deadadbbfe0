import { alertTable } from '../alerts/index.ts';
import { callRate, failingCalls, failingModel, failingSource, fromBrowsers, slowCalls } from '../expressions.ts';
import { alertsByName, firingAlerts, silentServices } from '../external.ts';
import { graph, list, number } from './panels.ts';
import type { DashboardSpec } from './scopes.ts';
import { installation as f, installationMatchers } from './scopes.ts';

const elsewhere = 'Open the dashboard of the service that stands out.';

/** "Are users served? Is anything behind?" on one screen. */
export const overview: DashboardSpec = {
  uid: 'earshot-overview',
  title: 'Earshot / Overview',
  description:
    'Are users served? Is anything behind? From top to bottom: what users feel, what waits, what we lean on, room left.',
  from: 'now-3h',
  choosesService: false,
  rows: [
    { panels: usersNow() },
    { panels: usersOverTime() },
    { panels: waiting() },
    { panels: leanedOn() },
    { panels: room() },
  ],
};

function usersNow() {
  return [
    number({
      title: 'Alerts',
      shows: 'How many alerts of Earshot are firing.',
      normal: '0.',
      otherwise: 'They are listed below by name; each has a runbook.',
      lines: [{ of: firingAlerts('$namespace') }],
      worseFrom: 1,
      width: 4,
    }),
    number({
      title: 'Silent services',
      shows: 'Services none of whose processes Prometheus reaches.',
      normal: '0.',
      otherwise: 'kubectl get pods tells whether they run; if they do, nobody may scrape them.',
      lines: [{ of: silentServices(installationMatchers) }],
      alert: 'EarshotServiceDown',
      worseFrom: 1,
      width: 4,
    }),
    number({
      title: 'Failing calls',
      shows: 'The share of calls of the last 5 minutes that browsers had answered with a failure of ours (5xx).',
      normal: '0 %, a little more while something restarts.',
      otherwise: 'See below which service fails, then its dashboard for the calls.',
      lines: [{ of: alertTable.EarshotCallsFailing.measure(f) }],
      alert: 'EarshotCallsFailing',
      none: 'no calls',
      width: 4,
    }),
    number({
      title: 'Slow calls',
      shows:
        'One of 20 calls of the last 10 minutes took this long or longer; calls that are long by nature are left out.',
      normal: 'Below 0.25 s.',
      otherwise: elsewhere,
      lines: [{ of: alertTable.EarshotCallsSlow.measure(f) }],
      alert: 'EarshotCallsSlow',
      none: 'no calls',
      width: 4,
    }),
    number({
      title: 'Late news',
      shows: 'One of 20 messages to open pages of the last 10 minutes was this old or older when it was sent.',
      normal: 'Below a second.',
      otherwise: 'Look at what waits: outboxes first, then the lag of realtime.',
      lines: [{ of: alertTable.EarshotNewsLate.measure(f) }],
      alert: 'EarshotNewsLate',
      none: 'no news',
      width: 4,
    }),
    number({
      title: 'Open pages',
      shows: 'WebSockets that browsers hold at the gateway.',
      normal: 'As many as people have Earshot open.',
      otherwise: 'A sudden fall with no release: look whether the gateway or what stands before it restarted.',
      lines: [{ of: f.sum('sockets', { where: fromBrowsers }) }],
      width: 4,
    }),
  ];
}

function usersOverTime() {
  return [
    graph(
      {
        title: 'Calls of browsers',
        shows: 'Calls a second that the gateway answered, by status.',
        normal: 'Nearly all 2xx and 3xx. 401 and 404 come from people, 429 from limits.',
        otherwise: '5xx is ours: see which service. Much 429: somebody is too fast, or the limits are too tight.',
        lines: [{ of: callRate(f, { by: ['status'], where: fromBrowsers }) }],
        width: 8,
      },
      'stacked',
    ),
    graph({
      title: 'Failing calls by service',
      shows: 'The share of its calls that a service answered with 5xx, calls of other services included.',
      normal: '0 %.',
      otherwise: `The gateway fails with whoever it asks: look at the other lines first. ${elsewhere}`,
      lines: [{ of: failingCalls(f, { by: ['service'] }) }],
      alert: 'EarshotCallsFailing',
      width: 8,
    }),
    graph({
      title: 'Slow calls by service',
      shows: 'One of 20 calls took this long or longer, without those that are long by nature.',
      normal: 'Below 0.25 s everywhere.',
      otherwise: `The gateway waits for the others. ${elsewhere}`,
      lines: [{ of: slowCalls(f, { by: ['service'] }) }],
      alert: 'EarshotCallsSlow',
      width: 8,
    }),
  ];
}

function waiting() {
  return [
    graph({
      title: 'Events that wait to be handled',
      shows:
        'Records that a group has not handled yet, by topic. Every replica tells the same, so this is their maximum.',
      normal: 'Near 0. While many scans run scan-worker has tasks waiting, and they become fewer.',
      otherwise: 'Growing: the group is too slow or fails. Tasks of scans need more workers.',
      lines: [{ of: alertTable.EarshotWorkFallsBehind.measure(f) }],
      alert: 'EarshotWorkFallsBehind',
      width: 8,
    }),
    graph({
      title: 'Oldest event that has not left',
      shows: 'How long the oldest event has been waiting in an outbox, by service and collection.',
      normal: 'Seconds at most.',
      otherwise: 'Kafka is away or refuses: nothing is lost, but nobody learns of what happened.',
      lines: [{ of: alertTable.EarshotOutboxStale.measure(f) }],
      alert: 'EarshotOutboxStale',
      width: 8,
    }),
    list({
      title: 'Alerts that fire',
      shows: 'Their names and severities.',
      normal: 'Empty.',
      otherwise: 'Each has a runbook of its name.',
      lines: [{ of: alertsByName('$namespace') }],
      none: 'none',
      width: 8,
    }),
  ];
}

function leanedOn() {
  return [
    graph({
      title: 'Servers that answer',
      shows: '1 while every process reaches MongoDB, Kafka and Redis, 0 when one of them does not.',
      normal: 'All at 1.',
      otherwise: 'Look after that server; no service needs a restart.',
      lines: [{ of: f.min('dependencyUp', { by: ['dependency'] }) }],
      alert: 'EarshotDatabaseAway',
      width: 6,
    }),
    graph({
      title: 'Community site: failing requests',
      shows: 'The share of our requests that the site refused, limited or did not answer.',
      normal: '0 %; some limited ones while many scans run.',
      otherwise: 'Refused: our access was taken away. Unavailable: the site has trouble, scans go on later.',
      lines: [{ of: failingSource(f) }],
      alert: 'EarshotSourceFails',
      none: 'no requests',
      width: 6,
    }),
    graph({
      title: 'Community site: requests left',
      shows:
        'What the site still allows in its present window; the processes tell the same, the smallest is the newest.',
      normal: 'Falls and comes back every few minutes.',
      otherwise:
        'Long at 0: scans wait for it. Fewer communities or scans at once, or another agreement with the site.',
      lines: [{ of: f.min('sourceBudget', { by: ['source'] }) }],
      none: 'not told yet',
      width: 6,
    }),
    graph({
      title: 'Model: failing requests',
      shows: 'The share of requests to the model that gave nothing.',
      normal: '0 %, or no line at all where no model is set.',
      otherwise: 'Posts have the keyless score meanwhile. Look at the provider, the key and what it allows.',
      lines: [{ of: failingModel(f) }],
      none: 'no requests',
      width: 6,
    }),
  ];
}

function room() {
  return [
    graph({
      title: 'Event loop',
      shows: 'How late one of 100 turns of a process came, the worst of each service.',
      normal: 'Below 0.05 s.',
      otherwise: 'It computes too much for one core: more replicas, or more processor time for it.',
      lines: [{ of: f.max('nodeEventLoopLagP99Seconds', { by: ['service'] }) }],
      alert: 'EarshotEventLoopBusy',
      width: 6,
    }),
    graph({
      title: 'Memory',
      shows: 'Memory that a process uses, the largest of each service.',
      normal: 'Level, well below its limit.',
      otherwise: 'Rising without end: a leak, keep a heap snapshot. High after a release: raise the limit.',
      lines: [{ of: f.max('processResidentMemoryBytes', { by: ['service'] }) }],
      width: 6,
    }),
    graph({
      title: 'Processor time',
      shows: 'Cores that a service uses, all its processes together.',
      normal: 'Follows calls and scans.',
      otherwise: 'At its limit for long: more replicas.',
      lines: [{ of: f.rate('processCpuSecondsTotal', { by: ['service'] }) }],
      width: 6,
    }),
    graph({
      title: 'Waiting for a connection',
      shows: 'Calls that wait for a connection to MongoDB.',
      normal: '0.',
      otherwise: 'The database is slow, or the pool is too small for this many calls.',
      lines: [{ of: f.sum('mongoPool', { by: ['service'], where: { state: 'waiting' } }) }],
      alert: 'EarshotDatabasePoolUsedUp',
      width: 6,
    }),
  ];
}
