import { alertTable } from '../alerts/index.ts';
import { failingSource } from '../expressions.ts';
import { bars, graph, number } from './panels.ts';
import type { DashboardSpec } from './scopes.ts';
import { installation as f } from './scopes.ts';

const tasks = { group: 'scan-worker', topic: 'scan.tasks' } as const;

/** From the start of a scan to its leads: tasks, the site, the scorer, the model. */
export const scanPipeline: DashboardSpec = {
  uid: 'earshot-scan',
  title: 'Earshot / Scans',
  description: 'How scans get on: what waits, how fast posts are judged, what becomes of them, and who holds scans up.',
  from: 'now-6h',
  choosesService: false,
  rows: [
    { panels: atAGlance() },
    { name: 'Tasks', panels: work() },
    { name: 'Posts', panels: posts() },
    { name: 'The community site', panels: site() },
    { name: 'The model', panels: model() },
  ],
};

function atAGlance() {
  const ended = 'Of the chosen time.';
  return [
    number({
      title: 'Scans started',
      shows: `Scans that users or schedules began. ${ended}`,
      normal: 'As many as people want.',
      otherwise: 'None for hours although schedules are set: look at the log of scan.',
      lines: [{ of: f.increase('scansStarted', { over: '$__range' }) }],
      width: 4,
    }),
    number({
      title: 'Scans failed',
      shows: `Scans that ended without a result. ${ended}`,
      normal: '0.',
      otherwise: 'The job names the error; most often the community site was away for long.',
      lines: [{ of: f.increase('scans', { over: '$__range', where: { status: 'failed' } }) }],
      worseFrom: 1,
      width: 4,
    }),
    number({
      title: 'Time of a scan',
      shows: `Half of the scans took this long or longer. ${ended}`,
      normal: 'Seconds for known posts, minutes for new communities.',
      otherwise: 'See below whether tasks wait, the site or the model.',
      lines: [{ of: f.quantile(0.5, 'scanSeconds', { over: '$__range', where: { status: 'completed' } }) }],
      none: 'no scan',
      width: 4,
    }),
    number({
      title: 'Waiting tasks',
      shows: 'Communities that scans still have to read and judge.',
      normal: 'Falls while workers work.',
      otherwise: 'Not falling: more workers, up to one a partition (12).',
      lines: [{ of: f.max('consumerLag', { where: tasks }) }],
      alert: 'EarshotWorkFallsBehind',
      width: 4,
    }),
    number({
      title: 'Workers',
      shows: 'Processes that take tasks.',
      normal: 'One at rest; more while tasks wait, where scaling is on.',
      otherwise: 'Fewer than tasks need: is the autoscaler at its limit, or are pods pending?',
      lines: [{ of: f.count('processStartTimeSeconds', { where: { service: 'scan-worker' } }) }],
      width: 4,
    }),
    number({
      title: 'Posts a second',
      shows: 'Posts that got a score, over the last 5 minutes.',
      normal: '0 at rest.',
      otherwise: 'Low while tasks wait: the site or the model is slow, or there are too few workers.',
      lines: [{ of: f.rate('postsScored', { over: '5m' }) }],
      width: 4,
    }),
  ];
}

function work() {
  return [
    graph({
      title: 'Waiting tasks',
      shows: 'Tasks that no worker has done yet.',
      normal: 'Falls to 0 after each burst.',
      otherwise: 'Not falling: compare workers, time of a task, and the two parts below.',
      lines: [{ of: f.max('consumerLag', { by: ['group', 'topic'], where: tasks }) }],
      alert: 'EarshotWorkFallsBehind',
      width: 6,
    }),
    graph({
      title: 'Tasks ended',
      shows: 'Tasks a second, by outcome.',
      normal: 'All done.',
      otherwise: 'A failed task has a line in the log of scan-worker with its community.',
      lines: [{ of: f.rate('scanTasks', { by: ['outcome'] }) }],
      width: 6,
    }),
    graph({
      title: 'Time of a scan',
      shows: 'Half, and one of 20, of the completed scans took this long or longer.',
      normal: 'Seconds to minutes.',
      otherwise: 'Long with few tasks waiting: the community site limits us, or the model is slow.',
      lines: [
        { of: f.quantile(0.5, 'scanSeconds', { over: '30m', where: { status: 'completed' } }), name: 'half' },
        { of: f.quantile(0.95, 'scanSeconds', { over: '30m', where: { status: 'completed' } }), name: 'one of 20' },
      ],
      none: 'no scan',
      width: 6,
    }),
    graph({
      title: 'Failing scans',
      shows: 'The share of the scans of 6 hours that failed.',
      normal: '0 %.',
      otherwise: 'The job names the error.',
      lines: [{ of: alertTable.EarshotScansFail.measure(f) }],
      alert: 'EarshotScansFail',
      none: 'no scan',
      width: 6,
    }),
  ];
}

function posts() {
  return [
    bars({
      title: 'What became of posts',
      shows:
        'Posts of scans within the chosen time. known and stale cost nothing; filtered had nothing to do with the offer; created are leads.',
      normal: 'Most are known, stale or filtered; a few in a hundred become leads.',
      otherwise:
        'Many unscored: the scorer has trouble. Many capped: limits of users. No created at all: is the threshold too high?',
      lines: [{ of: f.increase('scanPosts', { by: ['fate'], over: '$__range' }) }],
      width: 8,
    }),
    graph(
      {
        title: 'Posts scored',
        shows: 'Posts a second that got a score, by who scored them.',
        normal: 'keyless where no model is set; else mostly model.',
        otherwise: 'keyless although a model is set: it is away, or users have spent what a day allows.',
        lines: [{ of: f.rate('postsScored', { by: ['scorer'] }) }],
        width: 8,
      },
      'stacked',
    ),
    graph(
      {
        title: 'Leads',
        shows: 'Leads a second that came of scans, or were rescued by hand.',
        normal: 'In bursts, with scans.',
        otherwise: 'Posts scored but no leads: look at the funnel beside.',
        lines: [{ of: f.rate('leadsCreated', { by: ['origin'] }) }],
        width: 8,
      },
      'stacked',
    ),
  ];
}

function site() {
  return [
    graph(
      {
        title: 'Requests to the site',
        shows: 'Requests a second to the community site, by outcome.',
        normal: 'ok, and some not-found.',
        otherwise: 'refused: our client was shut out. rate-limited: we are too fast. unavailable: it has trouble.',
        lines: [{ of: f.rate('sourceRequests', { by: ['source', 'outcome'] }) }],
        width: 6,
      },
      'stacked',
    ),
    graph({
      title: 'Failing requests',
      shows: 'The share that was refused, limited or not answered.',
      normal: '0 %.',
      otherwise: 'Scans repeat them; after half an hour a task fails.',
      lines: [{ of: failingSource(f, { by: ['source'] }) }],
      alert: 'EarshotSourceFails',
      none: 'no requests',
      width: 6,
    }),
    graph({
      title: 'Time of a request to the site',
      shows: 'One of 20 took this long or longer.',
      normal: 'Below 2 s.',
      otherwise: 'The site is slow; scans take longer.',
      lines: [{ of: f.quantile(0.95, 'sourceRequests', { by: ['source', 'outcome'] }) }],
      none: 'no requests',
      width: 6,
    }),
    graph({
      title: 'Budget',
      shows: 'Requests that the site still allows in its window.',
      normal: 'Falls and comes back.',
      otherwise: 'At 0 requests are held back until the window ends.',
      lines: [{ of: f.min('sourceBudget', { by: ['source'] }) }],
      none: 'not told yet',
      width: 3,
    }),
    graph({
      title: 'Held back',
      shows: 'Requests of a quarter of an hour that waited for the budget.',
      normal: '0.',
      otherwise: 'For hours: more communities are read than the site allows.',
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
        shows: 'Requests a second to the model, by outcome; retries and repairs are requests too.',
        normal: 'ok. All at 0 where no model is set.',
        otherwise: 'refused: the key. rate-limited: what the provider allows. timeout, unavailable: it has trouble.',
        lines: [{ of: f.rate('modelSeconds', { by: ['outcome'] }) }],
        width: 6,
      },
      'stacked',
    ),
    graph({
      title: 'Time of a request to the model',
      shows: 'One of 20 took this long or longer; 25 s are the limit.',
      normal: 'Below 15 s for 25 posts.',
      otherwise: 'A slower model than usual: posts get keyless scores, provisionally.',
      lines: [{ of: f.quantile(0.95, 'modelSeconds', { where: { outcome: 'ok' } }) }],
      none: 'no requests',
      width: 6,
    }),
    graph({
      title: 'Tokens',
      shows: 'Tokens a second; cached is a part of prompt.',
      normal: 'With scans; a good part of prompt is cached.',
      otherwise: 'Much more than posts: look at retries, and at what users may spend a day.',
      lines: [{ of: f.rate('modelTokens', { by: ['kind'] }) }],
      width: 6,
    }),
    graph({
      title: 'Away',
      shows: '1 while calls are held back because the last ones failed.',
      normal: '0.',
      otherwise: 'Posts have keyless scores until it is back, then their own.',
      lines: [{ of: alertTable.EarshotModelAway.measure(f) }],
      alert: 'EarshotModelAway',
      width: 3,
    }),
    graph({
      title: 'Retries and held back',
      shows: 'Requests that were retries, and calls that failed at once because the model was away; a second.',
      normal: 'Near 0; retries are 15 % of the calls at most.',
      otherwise: 'Retries: the provider stumbles. Held back: it is away.',
      lines: [
        { of: f.rate('modelRetries'), name: 'retries' },
        { of: { ...f.rate('modelHeldBack'), unit: 'requests/s' }, name: 'held back' },
      ],
      width: 3,
    }),
  ];
}
