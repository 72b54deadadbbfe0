import { expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { hostMetrics } from '../src/metrics.ts';

it('a bus that does not answer costs a scrape its lag and nothing else', async () => {
  const registry = new Registry();
  const { dependencies, lag } = hostMetrics(registry);
  dependencies.watch('lead', [{ name: 'kafka', needed: false, answers: async () => false }]);
  lag.watch({ lag: () => new Promise(() => undefined) }, 'lead', 'scan.events');
  lag.watch({ lag: () => Promise.reject(new Error('away')) }, 'lead', 'account.events');
  lag.watch({ lag: async () => 7 }, 'lead', 'lead.events');
  const text = await registry.metrics();
  expect(text).toContain('earshot_dependency_up{service="lead",dependency="kafka"} 0');
  expect(text.match(/^earshot_consumer_lag_records.*$/gm)).toEqual([
    'earshot_consumer_lag_records{group="lead",topic="lead.events"} 7',
  ]);
});
