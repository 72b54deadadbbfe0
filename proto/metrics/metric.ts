import type { ServiceName } from '../values.ts';

/**
 * What a figure counts or measures. Prometheus wants base units: a metric in `seconds` or `bytes` says so in its name;
 * `boolean` is 0 or 1.
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
  /** As Prometheus has it; a counter ends with `_total`, a histogram adds `_bucket`, `_sum` and `_count`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One sentence for people, without the unit. */
  readonly help: string;
  readonly unit: MetricUnit;
  /** Names of its labels. No value is a user, a community, or anything else that grows with use. */
  readonly labels: readonly string[];
  /** The values of those labels that have few of them; each is there from the start, with 0 where it is counted. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** Upper bounds of a histogram, in its unit. */
  readonly buckets?: readonly number[];
  /** Which services have it at /metrics. */
  readonly on: 'every' | readonly ServiceName[];
  /** `runtime`: prom-client's own, of Node and its process. */
  readonly from?: 'runtime';
}
