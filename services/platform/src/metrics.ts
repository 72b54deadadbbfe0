import type { Registry } from 'prom-client';
import { Counter, Histogram } from 'prom-client';

export interface HttpMetrics {
  readonly requests: Histogram<'service' | 'method' | 'route' | 'status'>;
}

/** Made once a process: several services of one process share them, told apart by `service`. */
export function httpMetrics(registry: Registry): HttpMetrics {
  return {
    requests: new Histogram({
      name: 'earshot_http_request_seconds',
      help: 'Seconds an HTTP request took, by service, method, route and status',
      labelNames: ['service', 'method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
  };
}

export interface EventMetrics {
  readonly handled: Counter<'group' | 'topic' | 'outcome'>;
}

export function eventMetrics(registry: Registry): EventMetrics {
  return {
    handled: new Counter({
      name: 'earshot_events_handled_total',
      help: 'Deliveries of events to handlers, by group, topic and outcome (ok, failed)',
      labelNames: ['group', 'topic', 'outcome'],
      registers: [registry],
    }),
  };
}
