import { expect, it } from '@jest/globals';
import { watchLag } from '../src/metrics/consumer-lag.ts';
import { watchDependencies } from '../src/metrics/dependencies.ts';
import { metersFor } from '@earshot/core';
import { processMetrics } from '../src/metrics/process-metrics.ts';
import { figureOf } from '@earshot/core/testing';

it('a bus that does not answer costs a scrape its lag and nothing else', async () => {
  const { meters, text } = processMetrics(['lead']);
  watchDependencies(meters, 'lead', [{ name: 'kafka', needed: false, answers: async () => false }]);
  watchLag(meters, { lag: () => new Promise(() => undefined) }, 'lead', 'scan.events');
  watchLag(meters, { lag: () => Promise.reject(new Error('away')) }, 'lead', 'account.events');
  watchLag(meters, { lag: async () => 7 }, 'lead', 'lead.events');
  const scrape = await text();
  expect(scrape).toContain('earshot_dependency_up{service="lead",dependency="kafka"} 0');
  expect(scrape.match(/^earshot_consumer_lag_records.*$/gm)).toEqual([
    'earshot_consumer_lag_records{group="lead",topic="lead.events"} 7',
  ]);
});

it('scrapes that come together share one reading, so what hangs is asked once', async () => {
  const { meters, text } = processMetrics(['lead']);
  const answers: ((lag: number) => void)[] = [];
  watchLag(meters, { lag: () => new Promise((resolve) => answers.push(resolve)) }, 'lead', 'lead.events');
  const both = [text(), text()];
  answers[0]?.(7);
  for (const scrape of await Promise.all(both)) expect(figureOf(scrape, 'consumerLag')).toBe(7);
  expect(answers).toHaveLength(1);
});

it('each instrument is created once, has help and unit, and shows its known labels before any measurement', async () => {
  const { meters, text } = processMetrics(['scan', 'scan-worker']);
  meters.counter('scanTasks').add({ outcome: 'done' }, 2);
  meters.counter('scanTasks').add({ outcome: 'done' });
  meters.histogram('scanSeconds').observe({ status: 'completed' }, 3);
  const scrape = await text();
  expect(scrape).toMatch(/^# HELP earshot_scan_tasks_total Tasks that ended: .* \[tasks\]$/m);
  expect(figureOf(scrape, 'scanTasks', { outcome: 'done' })).toBe(3);
  expect(figureOf(scrape, 'scanTasks', { outcome: 'failed' })).toBe(0);
  expect(figureOf(scrape, 'scanSeconds', { status: 'failed' })).toBe(0);
  expect(scrape).toContain('earshot_scan_seconds_bucket{le="5",status="completed"} 1');
});

it('a gauge that cannot be read has no value, also without labels', async () => {
  const { meters, text } = processMetrics(['scan-worker']);
  let left: number | null = 42;
  meters
    .gauge('sourceBudget')
    .watch('source', () => (left === null ? [] : [{ labels: { source: 'sample' }, value: left }]));
  expect(figureOf(await text(), 'sourceBudget')).toBe(42);
  left = null;
  expect(figureOf(await text(), 'sourceBudget')).toBeUndefined();
});

it('a process shows what the table names for its services, and a service may use nothing else', async () => {
  const { meters, text } = processMetrics(['lead']);
  meters.counter('drafts').add({ author: 'model', kind: 'dm' });
  meters.histogram('socketLag').observe({ type: 'lead.created' }, 1);
  meters.gauge('proxySockets').watch('gateway', () => [{ labels: { state: 'idle' }, value: 1 }]);
  expect(await text()).toBe('\n');
  expect(() => metersFor('lead', meters).counter('drafts')).toThrow('does not name lead for drafts');
  expect(() => metersFor('outreach', meters).counter('drafts')).not.toThrow();
});

it('a wrong key, label or value does not compile', () => {
  const { meters } = processMetrics([]);
  // @ts-expect-error -- a gauge is no counter
  expect(() => meters.counter('sockets')).not.toThrow();
  // @ts-expect-error -- no label of it
  meters.counter('drafts').add({ author: 'model', kind: 'dm', user: 'u' });
  // @ts-expect-error -- one is missing
  meters.counter('drafts').add({ author: 'model' });
  // @ts-expect-error -- not among its values
  meters.counter('drafts').add({ author: 'somebody', kind: 'dm' });
});
