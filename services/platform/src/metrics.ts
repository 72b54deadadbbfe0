import type { Registry } from 'prom-client';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { EventBus } from './bus/event-bus.ts';
import type { Dependency } from './dependencies.ts';
import { away } from './dependencies.ts';

/** What every process measures of itself; made once a process, services of one process share it. */
export interface HostMetrics {
  readonly http: HttpMetrics;
  readonly events: EventMetrics;
  readonly dependencies: DependencyGauge;
  readonly lag: LagGauge;
}

export function hostMetrics(registry: Registry): HostMetrics {
  return {
    http: httpMetrics(registry),
    events: eventMetrics(registry),
    dependencies: dependencyGauge(registry),
    lag: lagGauge(registry),
  };
}

export interface HttpMetrics {
  readonly requests: Histogram<'service' | 'method' | 'route' | 'status'>;
}

function httpMetrics(registry: Registry): HttpMetrics {
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

function eventMetrics(registry: Registry): EventMetrics {
  return {
    handled: new Counter({
      name: 'earshot_events_handled_total',
      help: 'Deliveries of events to handlers, by group, topic and outcome (ok, failed)',
      labelNames: ['group', 'topic', 'outcome'],
      registers: [registry],
    }),
  };
}

/** Milliseconds a scrape waits for the bus; scrapes give up after ten seconds, and the other gauges must be told. */
const lagPatienceMs = 2_000;

export interface LagGauge {
  /** From now on each scrape asks the bus for the group's lag on the topic. */
  watch(bus: Pick<EventBus, 'lag'>, group: string, topic: string): void;
}

/** Every replica of a group tells the same number: take the maximum, not the sum. */
function lagGauge(registry: Registry): LagGauge {
  const watched: { bus: Pick<EventBus, 'lag'>; group: string; topic: string }[] = [];
  new Gauge({
    name: 'earshot_consumer_lag_records',
    help: 'Records that a group has not handled yet, by group and topic; no value while the bus is away',
    labelNames: ['group', 'topic'],
    registers: [registry],
    async collect() {
      this.reset();
      await Promise.all(
        watched.map(async ({ bus, group, topic }) => {
          const lag = await soon(bus.lag(group, topic));
          if (lag !== null) this.set({ group, topic }, lag);
        }),
      );
    },
  });
  return { watch: (bus, group, topic) => void watched.push({ bus, group, topic }) };
}

/** null when it fails or is not there in time. */
async function soon(lag: Promise<number>): Promise<number | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), lagPatienceMs);
  try {
    return await Promise.race([lag.catch(() => null), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export interface DependencyGauge {
  watch(service: string, dependencies: readonly Dependency[]): void;
}

function dependencyGauge(registry: Registry): DependencyGauge {
  const watched = new Map<string, readonly Dependency[]>();
  new Gauge({
    name: 'earshot_dependency_up',
    help: '1 when what the service leans on answers, 0 when it is away',
    labelNames: ['service', 'dependency'],
    registers: [registry],
    async collect() {
      for (const [service, dependencies] of watched) {
        const missing = await away(dependencies);
        for (const { name } of dependencies) this.set({ service, dependency: name }, missing.includes(name) ? 0 : 1);
      }
    },
  });
  return { watch: (service, dependencies) => void watched.set(service, dependencies) };
}
