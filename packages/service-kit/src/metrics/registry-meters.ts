import { helpOf, type Metric, metricTable, type OwnMetric, servicesWith } from '@earshot/proto/metrics';
import type { ServiceName } from '@earshot/proto/values';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type CounterKey, type GaugeKey, type HistogramKey, type Meters, noMeters } from '@earshot/core';
import { type SoonReader, soonReader } from './soon-reader.ts';

/**
 * Creates instruments on a registry for a process with these services. A metric that the table assigns to none of them
 * is not recorded, so that /metrics contains exactly what the table lists. See
 * docs/decisions/0072-one-table-of-metrics.md.
 */
export function registryMeters(registry: Registry, services: readonly ServiceName[]): Meters {
  const counters = onceEach((key: CounterKey) => counterOf(metricTable[key], registry));
  const histograms = onceEach((key: HistogramKey) => histogramOf(metricTable[key], registry));
  const gauges = onceEach((key: GaugeKey) => gaugeOf(metricTable[key], registry));
  const isHere = (key: OwnMetric) => servicesWith(metricTable[key]).some((one) => services.includes(one));
  return {
    counter: (key) => {
      if (!isHere(key)) return noMeters.counter(key);
      const counter = counters(key);
      return { add: (labels, by = 1) => counter.inc(labels, by) };
    },
    histogram: (key) => {
      if (!isHere(key)) return noMeters.histogram(key);
      const histogram = histograms(key);
      return { observe: (labels, value) => histogram.observe(labels, value) };
    },
    gauge: (key) => {
      if (!isHere(key)) return noMeters.gauge(key);
      const readers = gauges(key);
      return { watch: (name, read) => void readers.set(name, soonReader(read)) };
    },
  };
}

function onceEach<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>();
  return (key) => {
    const there = made.get(key) ?? make(key);
    made.set(key, there);
    return there;
  };
}

function optionsOf(metric: Metric, registry: Registry) {
  return { name: metric.name, help: helpOf(metric), labelNames: [...metric.labels], registers: [registry] };
}

function counterOf(metric: Metric, registry: Registry): Counter {
  const counter = new Counter(optionsOf(metric, registry));
  for (const labels of knownLabels(metric)) counter.inc(labels, 0);
  return counter;
}

function histogramOf(metric: Metric, registry: Registry): Histogram {
  const histogram = new Histogram({ ...optionsOf(metric, registry), buckets: [...(metric.buckets ?? [])] });
  for (const labels of knownLabels(metric)) histogram.zero(labels);
  return histogram;
}

interface Read {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function gaugeOf(metric: Metric, registry: Registry): Map<string, SoonReader<readonly Read[]>> {
  const readers = new Map<string, SoonReader<readonly Read[]>>();
  new Gauge({
    ...optionsOf(metric, registry),
    async collect() {
      const read = await Promise.all([...readers.values()].map((reader) => reader()));
      this.reset();
      // A gauge that could not be read has no value, instead of 0.
      if (metric.labels.length === 0) this.remove();
      for (const { labels, value } of read.flatMap((all) => all ?? [])) this.set(labels, value);
    },
  });
  return readers;
}

/** Every combination of label values, if the table lists all values. */
function knownLabels({ labels, values = {} }: Metric): Record<string, string>[] {
  let known: Record<string, string>[] = [{}];
  for (const label of labels) {
    known = known.flatMap((one) => (values[label] ?? []).map((value) => ({ ...one, [label]: value })));
  }
  return known;
}
