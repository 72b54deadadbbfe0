import type { ServiceName } from '../values.ts';

/**
 * The unit of a metric. Prometheus recommends base units: the name of a metric in `seconds` or `bytes` contains the
 * unit. `boolean` is 0 or 1.
 */
export type MetricUnit =
  | 'seconds'
  | 'bytes'
  | 'boolean'
  | 'info'
  | 'accounts'
  | 'calls'
  | 'connections'
  | 'drafts'
  | 'events'
  | 'hashes'
  | 'leads'
  | 'mails'
  | 'messages'
  | 'people'
  | 'posts'
  | 'records'
  | 'requests'
  | 'resources'
  | 'scans'
  | 'sockets'
  | 'tasks'
  | 'tokens';

/** One metric of the product. */
export interface Metric {
  /** The name in Prometheus. A counter ends with `_total`; a histogram adds `_bucket`, `_sum` and `_count`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One sentence for people, without the unit. */
  readonly help: string;
  readonly unit: MetricUnit;
  /** Names of its labels. No value is a user, a community, or anything else whose number grows with use. */
  readonly labels: readonly string[];
  /** The values of labels that have few of them. Each value exists from the start; a counter starts at 0. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Upper bounds of a histogram, in its unit. */
  readonly buckets?: readonly number[];
  /** The services that expose it at /metrics. */
  readonly on: 'every' | readonly ServiceName[];
  /** `runtime`: a metric of prom-client, about Node and its process. */
  readonly from?: 'runtime';
}
