import { subreddit } from '@earshot/proto/http/lead';
import { scanJob } from '@earshot/proto/http/scan';
import { serviceNames } from '@earshot/proto/values';
import { until } from '@earshot/core/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { alertTable } from '../../../charts/src/alerts/index.ts';
import { panelQueries, withoutVariables } from '../../../charts/src/dashboards/queries.ts';
import { type Prometheus, startPrometheus } from '../../src/kubernetes/prometheus.ts';
import { theInstallation } from '../../src/kubernetes/the-installation.ts';
import { openLive } from '../../src/live.ts';
import { business } from '../../src/set-up.ts';
import { Visitor } from '../../src/visitor.ts';

/** Panels without a value after a scan, each with the reason. */
const rightlyEmpty = new Map([
  ['earshot-overview: Firing alerts', 'none fires, which is tested below'],
  ['earshot-overview: Model: failing requests', 'no model is set'],
  ['earshot-scan: Duration of requests to the model', 'no model is set'],
  ['earshot-scan: From post to lead', 'no post is written in the sandbox after it was read'],
]);

/** Alerts that may fire when a busy machine slows the product down. */
const ofSlowMachines = ['EarshotCallsSlow', 'EarshotNewsLate', 'EarshotEventLoopBusy', 'EarshotServiceDown'];

const post = (body?: unknown) => ({ method: 'POST', body });
const product = theInstallation();
let prometheus: Prometheus;

beforeAll(async () => {
  await product.settled();
  prometheus = await startPrometheus(product);
});
afterAll(() => prometheus?.stop());

/** Runs a new user's first scan, with an open page and a rejected call. */
async function scan(): Promise<void> {
  const visitor = await Visitor.registered(product.url);
  expect((await new Visitor(product.url).ask('/api/leads')).status).toBe(401);
  await visitor.ask('/api/configuration', post({ businessDescription: business, searchStrategy: 'broad' }));
  for (const name of ['freelance', 'smallbusiness']) await visitor.get(subreddit, '/api/subreddits', post({ name }));
  const live = await openLive(visitor, visitor.userId);
  const { jobId } = await visitor.get(z.object({ jobId: z.string() }), '/api/leads/scan/start', post());
  const ended = async () =>
    (await visitor.get(scanJob, `/api/leads/scan/status/${jobId}`)).status === 'completed' &&
    live.frames.some((frame) => frame.type === 'scan_complete');
  await until('the scan to be completed and announced', ended, 600_000, 500);
  live.close();
}

/** Whether a panel shows a number. Rates cover an hour, because the check may run long after the scans. */
async function hasValue(expr: string): Promise<boolean> {
  const chosen = { namespace: product.namespace, service: '.+', range: '1h', interval: '1h' };
  return (await prometheus.query(withoutVariables(expr, chosen))).some(({ value }) => !Number.isNaN(value));
}

describe('metrics of a running product', () => {
  it('every service is scraped under its own name', async () => {
    const read = async () => (await prometheus.query('up{job="earshot"} == 1')).length >= serviceNames.length;
    await until('every service to be read', read, 600_000, 500);
    const services = (await prometheus.query('count by (service) (up{job="earshot"})')).map(
      ({ metric }) => metric['service'],
    );
    expect(services.toSorted()).toEqual(serviceNames.toSorted());
  });

  it('after scans no panel is empty', async () => {
    // Prometheus cannot see growth in the first sample of a series, so a second scan is needed.
    await scan();
    await prometheus.read(2);
    await scan();
    await prometheus.read(2);
    for (const { panel, expr } of panelQueries().filter(({ panel }) => !rightlyEmpty.has(panel)))
      await until(`a value of ${panel}`, () => hasValue(expr), 120_000, 500);
    // Panels that may be empty must at least have a valid query.
    for (const { panel, expr } of panelQueries()) if (rightlyEmpty.has(panel)) await hasValue(expr);
  });

  it('every alert is evaluated, and none fires while nothing is wrong', async () => {
    const evaluated = async () => (await prometheus.rules()).every(({ health }) => health !== 'unknown');
    await until('every rule to be evaluated', evaluated, 600_000, 500);
    const rules = await prometheus.rules();
    expect(rules.map(({ name }) => name).toSorted()).toEqual(Object.keys(alertTable).toSorted());
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    const firing = rules.filter(({ name, state }) => state === 'firing' && !ofSlowMachines.includes(name));
    expect(firing).toEqual([]);
  });
});
