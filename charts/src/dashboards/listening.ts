import { graph } from './panels.ts';
import { installation as f } from './scopes.ts';

const ingest = { service: 'scan-ingest' } as const;

/** Posts that come while users listen, and the service that reads them. */
export function listeningPanels() {
  return [
    graph(
      {
        title: 'Posts heard',
        shows: 'Posts per second that were judged as they came, by outcome, once for each user who listens.',
        normal: 'Follows the pace of the communities. found becomes a lead; known was judged before.',
        otherwise: 'None although users listen: check the requests of ingest and the waiting tasks.',
        lines: [{ of: f.rate('heardPosts', { by: ['fate'] }) }],
        width: 5,
      },
      'stacked',
    ),
    graph({
      title: 'From post to lead',
      shows: 'Half, and one of 20, of the leads that were heard took at least this long after their post was stored.',
      normal: 'Below 5 s.',
      otherwise: 'Long: tasks wait, the model is slow, or scans of the same users judge the communities first.',
      lines: [
        { of: f.quantile(0.5, 'heardLeadSeconds', { over: '30m' }), name: 'half' },
        { of: f.quantile(0.95, 'heardLeadSeconds', { over: '30m' }), name: 'one of 20' },
      ],
      none: 'no leads',
      width: 5,
    }),
    graph(
      {
        title: 'Requests of ingest',
        shows: 'Requests per second that ingest sent to community sites, by source and outcome.',
        normal: 'Steady while users listen, with bursts when scans start. At most half of a budget is for listening.',
        otherwise: 'None for minutes while users listen: check whether scan-ingest runs.',
        lines: [{ of: f.rate('sourceRequests', { by: ['source', 'outcome'], where: ingest }) }],
        width: 5,
      },
      'stacked',
    ),
    graph({
      title: 'Received from streams',
      shows: 'Data that ingest received from the streams of community sites within a day, by source.',
      normal:
        '0 while no community of such a source is followed. Bluesky sends several gigabytes a day, however many users listen.',
      otherwise:
        '0 while such a community is followed: the hosts of the stream do not answer; see the log of scan-ingest.',
      lines: [{ of: f.increase('sourceReceived', { over: '1d', by: ['source'] }) }],
      width: 3,
    }),
    graph({
      title: 'Memory of ingest',
      shows: 'Memory of the largest process of scan-ingest.',
      normal: 'Below its request in docs/install.md; it does not grow with the number of users.',
      otherwise: 'Growing without end: report it with the log.',
      lines: [{ of: f.max('processResidentMemoryBytes', { where: ingest }) }],
      width: 3,
    }),
    graph({
      title: 'CPU of ingest',
      shows: 'CPU seconds per second of all processes of scan-ingest.',
      normal: 'Near 0, with bursts when scans start.',
      otherwise: 'Near the limit: add a replica; communities are shared between replicas.',
      lines: [{ of: f.rate('processCpuSecondsTotal', { where: ingest }) }],
      width: 3,
    }),
  ];
}
