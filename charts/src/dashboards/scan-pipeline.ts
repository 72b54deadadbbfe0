import { alertTable } from '../alerts/index.ts';
import { failingSource } from '../expressions.ts';
import { listeningPanels } from './listening.ts';
import { bars, graph, number } from './panels.ts';
import { type DashboardSpec, installation as f } from './scopes.ts';

const tasks = { group: 'scan-worker', topic: 'scan.tasks' } as const;

/** A scan from its start to its leads: tasks, the site, the scorer and the model. */
export const scanPipeline: DashboardSpec = {
  uid: 'earshot-scan',
  title: 'Earshot / Scans',
  description: 'Progress of scans: waiting tasks, scoring speed, outcomes of posts, and causes of delay.',
  from: 'now-6h',
  choosesService: false,
  rows: [
    { panels: atAGlance() },
    { name: 'Tasks', panels: work() },
    { name: 'Posts', panels: posts() },
    { name: 'Listening and ingest', panels: listeningPanels() },
    { name: 'The community site', panels: site() },
    { name: 'The model', panels: model() },
  ],
};

function atAGlance() {
  const ended = 'In the selected time range.';
  return [
    number({
      title: 'Scans started',
      shows: `Scans started by users or schedules. ${ended}`,
      normal: 'Follows usage.',
      otherwise: 'None for hours although schedules are set: check the log of scan.',
      lines: [{ of: f.increase('scansStarted', { over: '$__range' }) }],
    }),
    number({
      title: 'Scans failed',
      shows: `Scans that ended without a result. ${ended}`,
      normal: '0.',
      otherwise: 'The job names the error; usually the community site was unavailable for long.',
      lines: [{ of: f.increase('scans', { over: '$__range', where: { status: 'failed' } }) }],
      worseFrom: 1,
    }),
    number({
      title: 'Scan duration',
      shows: `Half of the scans took at least this long. ${ended}`,
      normal: 'Seconds for known posts, minutes for new communities.',
      otherwise: 'Check below whether tasks, the site or the model cause the delay.',
      lines: [{ of: f.quantile(0.5, 'scanSeconds', { over: '$__range', where: { status: 'completed' } }) }],
      none: 'no scans',
    }),
    number({
      title: 'Waiting tasks',
      shows: 'Communities that scans still have to read and score.',
      normal: 'Falls while workers work.',
      otherwise: 'Not falling: add workers, at most one per partition (12).',
      lines: [{ of: f.max('consumerLag', { where: tasks }) }],
      alert: 'EarshotWorkFallsBehind',
    }),
    number({
      title: 'Workers',
      shows: 'Processes that handle tasks.',
      normal: 'One when idle; more while tasks wait, if scaling is enabled.',
      otherwise: 'Too few for the tasks: check whether the autoscaler is at its limit or pods are pending.',
      lines: [{ of: f.count('processStartTimeSeconds', { where: { service: 'scan-worker' } }) }],
    }),
    number({
      title: 'Posts per second',
      shows: 'Scored posts, over the last 5 minutes.',
      normal: '0 when idle.',
      otherwise: 'Low while tasks wait: the site or the model is slow, or there are too few workers.',
      lines: [{ of: f.rate('postsScored', { over: '5m' }) }],
    }),
  ];
}

function work() {
  return [
    graph({
      title: 'Waiting tasks',
      shows: 'Tasks that no worker has handled yet.',
      normal: 'Falls to 0 after each burst.',
      otherwise: 'Not falling: compare workers, task durations, and the two sections below.',
      lines: [{ of: f.max('consumerLag', { by: ['group', 'topic'], where: tasks }) }],
      alert: 'EarshotWorkFallsBehind',
    }),
    graph({
      title: 'Ended tasks',
      shows: 'Tasks per second, by outcome.',
      normal: 'All succeed.',
      otherwise: 'A failed task has a line in the log of scan-worker with its community.',
      lines: [{ of: f.rate('scanTasks', { by: ['outcome'] }) }],
    }),
    graph({
      title: 'Scan duration',
      shows: 'Half, and one of 20, of the completed scans took at least this long.',
      normal: 'Seconds to minutes.',
      otherwise: 'Long with few tasks waiting: the community site limits requests, or the model is slow.',
      lines: [
        { of: f.quantile(0.5, 'scanSeconds', { over: '30m', where: { status: 'completed' } }), name: 'half' },
        { of: f.quantile(0.95, 'scanSeconds', { over: '30m', where: { status: 'completed' } }), name: 'one of 20' },
      ],
      none: 'no scans',
    }),
    graph({
      title: 'Failing scans',
      shows: 'The share of failed scans within 6 hours.',
      normal: '0 %.',
      otherwise: 'The job names the error.',
      lines: [{ of: alertTable.EarshotScansFail.measure(f) }],
      alert: 'EarshotScansFail',
      none: 'no scans',
    }),
  ];
}

function posts() {
  return [
    bars({
      title: 'Outcomes of posts',
      shows:
        'Posts of scans in the selected time range. known and stale cost nothing; filtered are unrelated to the offer; created are leads.',
      normal: 'Most are known, stale or filtered; a few per hundred become leads.',
      otherwise:
        'Many unscored: the scorer fails. Many capped: user limits. No created: the threshold may be too high.',
      lines: [{ of: f.increase('scanPosts', { by: ['fate'], over: '$__range' }) }],
      width: 8,
    }),
    graph(
      {
        title: 'Scored posts',
        shows: 'Scored posts per second, by scorer.',
        normal: 'keyless without a model; else mostly model.',
        otherwise: 'keyless with a model set: the model is unavailable, or users have spent their daily tokens.',
        lines: [{ of: f.rate('postsScored', { by: ['scorer'] }) }],
        width: 8,
      },
      'stacked',
    ),
    graph(
      {
        title: 'Leads',
        shows: 'Leads per second from scans, or kept by users from dropped posts.',
        normal: 'In bursts, with scans.',
        otherwise: 'Posts scored but no leads: check the outcomes of posts.',
        lines: [{ of: f.rate('leadsCreated', { by: ['origin'] }) }],
        width: 4,
      },
      'stacked',
    ),
    graph({
      title: 'Texts without meaning',
      shows: 'Calls of the sentence encoder that gave no vectors, per second.',
      normal: '0.',
      otherwise:
        'A file or the runtime of the encoder is missing or fails: words alone count. The log names the cause.',
      lines: [{ of: f.rate('encoderUnavailable') }],
      width: 4,
    }),
  ];
}

function site() {
  return [
    graph(
      {
        title: 'Requests to the site',
        shows: 'Requests per second to the community site, by outcome.',
        normal: 'ok, and some not-found.',
        otherwise:
          'refused: the client was blocked. rate-limited: Earshot is too fast. unavailable: the site has an outage.',
        lines: [{ of: f.rate('sourceRequests', { by: ['source', 'outcome'] }) }],
        width: 6,
      },
      'stacked',
    ),
    graph({
      title: 'Failing requests',
      shows: 'The share of requests that were refused, limited or not answered.',
      normal: '0 %.',
      otherwise: 'Scans retry them; a task fails after half an hour.',
      lines: [{ of: failingSource(f, { by: ['source'] }) }],
      alert: 'EarshotSourceFails',
      none: 'no requests',
      width: 5,
    }),
    graph({
      title: 'Stopped sources',
      shows: '1 while no community of a source can be read.',
      normal: '0.',
      otherwise: 'Administrators see the cause on the page Admin Analytics, Sources.',
      lines: [{ of: alertTable.EarshotSourceStopped.measure(f) }],
      alert: 'EarshotSourceStopped',
      width: 3,
    }),
    graph({
      title: 'Duration of requests to the site',
      shows: 'One of 20 requests took at least this long.',
      normal: 'Below 2 s.',
      otherwise: 'The site is slow; scans take longer.',
      lines: [{ of: f.quantile(0.95, 'sourceRequests', { by: ['source', 'outcome'] }) }],
      none: 'no requests',
      width: 4,
    }),
    graph({
      title: 'Budget',
      shows: 'Requests that the site still allows in its window.',
      normal: 'Falls and recovers.',
      otherwise: 'At 0, requests are delayed until the window ends.',
      lines: [{ of: f.min('sourceBudget', { by: ['source'] }) }],
      none: 'unknown yet',
      width: 3,
    }),
    graph({
      title: 'Delayed requests',
      shows: 'Requests of a quarter of an hour that waited for the budget.',
      normal: '0.',
      otherwise: 'For hours: scans read more communities than the limit of the site allows.',
      lines: [{ of: alertTable.EarshotSourceBudgetSpent.measure(f) }],
      alert: 'EarshotSourceBudgetSpent',
      width: 3,
    }),
  ];
}

function model() {
  return [
    graph(
      {
        title: 'Requests to the model',
        shows: 'Requests per second to the model, by outcome, including retries and repairs.',
        normal: 'ok. All 0 without a model.',
        otherwise:
          'refused: check the key. rate-limited: check the limits of the provider. timeout, unavailable: the provider has an outage.',
        lines: [{ of: f.rate('modelSeconds', { by: ['outcome'] }) }],
        width: 6,
      },
      'stacked',
    ),
    graph({
      title: 'Duration of requests to the model',
      shows: 'One of 20 requests took at least this long; the limit is 25 s.',
      normal: 'Below 15 s for 25 posts.',
      otherwise: 'The model is slower than usual: posts get provisional keyless scores.',
      lines: [{ of: f.quantile(0.95, 'modelSeconds', { where: { outcome: 'ok' } }) }],
      none: 'no requests',
      width: 6,
    }),
    graph({
      title: 'Tokens',
      shows: 'Tokens per second; cached is a part of prompt.',
      normal: 'Follows scans; much of prompt is cached.',
      otherwise: 'Growing faster than posts: check retries, and the daily limit per user.',
      lines: [{ of: f.rate('modelTokens', { by: ['kind'] }) }],
      width: 6,
    }),
    graph({
      title: 'Model unavailable',
      shows: '1 while calls are blocked because the last ones failed.',
      normal: '0.',
      otherwise: 'Posts keep keyless scores until the model is back, then get the scores of the model.',
      lines: [{ of: alertTable.EarshotModelAway.measure(f) }],
      alert: 'EarshotModelAway',
      width: 3,
    }),
    graph({
      title: 'Retries and blocked calls',
      shows: 'Retried requests, and calls that failed at once because the model was unavailable, per second.',
      normal: 'Near 0; retries are at most 15 % of the calls.',
      otherwise: 'Retries: the provider fails sporadically. Blocked: it is unavailable.',
      lines: [
        { of: f.rate('modelRetries'), name: 'retries' },
        { of: { ...f.rate('modelHeldBack'), unit: 'requests/s' }, name: 'blocked' },
      ],
      width: 3,
    }),
  ];
}
