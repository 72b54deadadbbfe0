/** One record on a topic. `key` decides the partition, except on a dealt topic. */
export interface BusRecord {
  readonly topic: string;
  readonly key: string;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The largest record that `publish` takes: key, value and headers in bytes, as `sizeOf` counts them. Kafka's brokers take
 * 1,048,588 by default; the rest is room for the headers that a dead letter adds.
 */
export const largestRecordBytes = 1_000_000;

/** The size of a record in bytes, with an estimate of what the bus adds. */
export function sizeOf({
  key,
  value,
  headers,
}: Pick<BusRecord, 'key' | 'headers'> & { value: Uint8Array | null }): number {
  const own = Buffer.byteLength(key) + (value?.byteLength ?? 0) + 100;
  return Object.entries(headers).reduce((sum, [name, text]) => sum + name.length + Buffer.byteLength(text) + 10, own);
}

/** The bus will never take one of the published records, however often it is published. */
export class RecordRefusedError extends Error {
  override readonly name = 'RecordRefusedError';
}

/** Throws a RecordRefusedError if a record is larger than `largestRecordBytes`. */
export function checkSizes(records: readonly BusRecord[]): void {
  for (const record of records) {
    const bytes = sizeOf(record);
    if (bytes <= largestRecordBytes) continue;
    throw new RecordRefusedError(
      `a record for "${record.topic}" has ${bytes} bytes; the limit is ${largestRecordBytes}`,
    );
  }
}

/** One delivery of a record to a handler. */
export interface Delivery {
  readonly record: BusRecord;
  readonly partition: number;
  readonly offset: number;
  /** 1 for the first delivery. */
  readonly attempt: number;
  /** If this delivery fails, the record goes to the group's dead letters. */
  readonly lastAttempt: boolean;
  /**
   * Aborts when the handler's deadline passes, when it shows no progress for too long, or when the bus stops. The
   * reason of a stop is an OutageError, because such a delivery does not count.
   */
  readonly signal: AbortSignal;
  /** Reports that a long handler is still working. */
  progress(): void;
  /**
   * Lets the partition deliver its next record while this handler waits or works. From then on the delivery does not count
   * towards `concurrency`. It is still one delivery: its outcome, deadline and signal stay. Has no effect on a topic that
   * is not dealt, whose records keep their order, and while a partition has as many released deliveries as it may have.
   */
  release(): void;
  /**
   * Reports that work begins which may end or block the process. Resolves when a crash cannot undo the report. A beginning
   * counts until its delivery ends in any way: see `mostUnended`, without which it has no effect.
   */
  begin(): Promise<void>;
}

/** When a failed delivery is retried. */
export interface RetryPolicy {
  /** Maximum number of deliveries, including the first. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubles for each further one, up to `maxMs`. */
  readonly baseMs: number;
  readonly maxMs: number;
}

/** What one consumer subscribes to, and how it handles records. */
export interface Subscription {
  /** The service's name. Consumers of one group share a topic's partitions; each record reaches one of them. */
  readonly group: string;
  readonly topic: string;
  /**
   * Every replica gets every record published from now on, without stored offsets. Used to forward events to sockets.
   */
  readonly broadcast?: boolean;
  /** Partitions handled at the same time by this process. Each partition is always handled in order. */
  readonly concurrency: number;
  /** Maximum milliseconds per delivery. */
  readonly deadlineMs: number;
  readonly retry: RetryPolicy;
  /**
   * Resolves once the effect is durable; only then does the bus commit the offset. Throws to be called again; an
   * OutageError does not count as an attempt.
   */
  handle(delivery: Delivery): Promise<void>;
  /**
   * Types of events that have a handler. Records whose `type` header names another type count as handled without a
   * delivery. Default: all types.
   */
  readonly types?: ReadonlySet<string>;
  /**
   * After this many deliveries of a record that called `begin` and never ended, it goes to the dead letters: its handler
   * seems to end or block the process. Not together with `handleMany`.
   */
  readonly mostUnended?: number;
  /** Called before such a record goes to the dead letters, so that nothing waits for it. Throws to be called again. */
  readonly onUnended?: (delivery: Delivery) => Promise<void>;
  /** Called for each record stored in the group's dead letters. */
  readonly onDeadLetter?: () => void;
  /**
   * Handles several waiting records of one partition at once, in order: at most 100, each on its first attempt. When it
   * throws, each record is delivered to `handle` separately, so that one bad record fails alone. Resolves once all
   * effects are durable.
   */
  readonly handleMany?: (deliveries: readonly Delivery[]) => Promise<void>;
}

/** A record that its group gave up on, kept for an operator to replay. */
export interface DeadLetter {
  readonly id: string;
  readonly group: string;
  readonly record: BusRecord;
  readonly partition: number;
  readonly offset: number;
  readonly attempts: number;
  readonly error: string;
  readonly failedAt: Date;
}

/**
 * Carries events between services. One contract suite checks these promises for every adapter:
 * - `publish` resolves once the records are durable; a crash after that loses none of them;
 * - `publish` rejects with a RecordRefusedError if the bus will never take one of the records, for example because it is
 *   larger than `largestRecordBytes`. The caller sets that record aside and publishes the others;
 * - delivery is at least once, in order for one key within one group (a dealt topic promises no order);
 * - a failing handler is called again with growing delay, then the record goes to the group's dead letters and the
 *   partition continues; so does a record that its subscription's `mostUnended` deliveries did not end, also when a crash
 *   ended each of them;
 * - a group starts at the oldest kept record the first time it subscribes; a broadcast consumer starts at the newest;
 * - stopping waits for running deliveries (their signal aborts after the grace period), commits handled records and
 *   loses none.
 */
export interface EventBus {
  publish(records: readonly BusRecord[]): Promise<void>;
  subscribe(subscription: Subscription): Promise<{ stop(): Promise<void> }>;
  /** Records not yet handled by the group on the topic. */
  lag(group: string, topic: string): Promise<number>;
  deadLetters(group: string): Promise<DeadLetter[]>;
  /** Publishes the dead letter again on its own topic, for its own group only, and removes it. */
  replay(group: string, id: string): Promise<void>;
}
