import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Committed } from './partition-log.ts';
import type { KafkaTiming } from './timing.ts';

/** Callbacks of a session. */
export interface SessionEvents {
  /** The group assigned these partitions, and no others, to this member until the next call. */
  assigned(partitions: readonly number[]): void;
  /** Accepts a fetched batch. Returns false when it cannot now; `seek` later sets where to read. */
  take(partition: number, messages: readonly KafkaMessage[], lastOffset: number): boolean;
  /** Resolves when the last assigned partitions are loaded, so that batches can be accepted. */
  ready(): Promise<void>;
}

export interface SessionOptions {
  readonly client: Kafka;
  readonly groupId: string;
  readonly topic: string;
  readonly timing: KafkaTiming;
  readonly events: SessionEvents;
}

interface CommitEntry {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly metadata: string;
}

const refusedWaitMs = 200;

/**
 * One run of a kafkajs consumer, from connecting to its crash. It does not wait for kafkajs's restart. kafkajs fetches
 * and sends heartbeats; none of its callbacks wait for a handler.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #consumer: Consumer;
  readonly #ended = Promise.withResolvers<void>();
  /** Commits once, in kafkajs's current generation. Known after the first batch. */
  #commitOnce: EachBatchPayload['commitOffsetsIfNecessary'] | undefined;
  #lastContactAtMs = performance.now();
  #crash: Error | undefined;
  #member = '';

  constructor(options: SessionOptions) {
    this.#options = options;
    const { client, groupId, timing } = options;
    this.#consumer = client.consumer({
      groupId,
      sessionTimeout: timing.sessionMs,
      // Heartbeats are sent between fetches: one that is due a moment after a fetch would wait for the next one.
      heartbeatInterval: timing.heartbeatMs * 0.9,
      rebalanceTimeout: timing.rebalanceMs,
      maxWaitTimeInMs: timing.heartbeatMs,
      allowAutoTopicCreation: false,
      retry: { retries: 5, initialRetryTime: 200, maxRetryTime: 1_000, restartOnFailure: async () => false },
    });
  }

  /** Resolves at `end`. Rejects when kafkajs has given up. */
  async run(): Promise<void> {
    const { topic, events } = this.#options;
    const consumer = this.#consumer;
    const contacted = () => void (this.#lastContactAtMs = performance.now());
    consumer.on('consumer.crash', ({ payload }) => this.#endWith(payload.error));
    consumer.on('consumer.fetch', contacted);
    consumer.on('consumer.heartbeat', contacted);
    consumer.on('consumer.group_join', ({ payload }) => {
      contacted();
      this.#member = payload.memberId;
      events.assigned(payload.memberAssignment[topic] ?? []);
    });
    const watchdog = this.#watch();
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => this.#eachBatch(payload),
      });
      await this.#ended.promise;
    } finally {
      clearInterval(watchdog);
      await bounded(consumer.disconnect(), this.#options.timing.sessionMs);
    }
    if (this.#crash !== undefined) throw this.#crash;
  }

  /** The name of this consumer in its group; empty before it joined. */
  get member(): string {
    return this.#member;
  }

  /** Leaves the group and resolves `run`. */
  end(): void {
    this.#ended.resolve();
  }

  /** Continues reading at the offset; batches fetched before are dropped. */
  seek(partition: number, offset: number): void {
    whileRunning(() => this.#consumer.seek({ topic: this.#options.topic, partition, offset: String(offset) }));
  }

  pause(partition: number): void {
    whileRunning(() => this.#consumer.pause([{ topic: this.#options.topic, partitions: [partition] }]));
  }

  resume(partition: number): void {
    whileRunning(() => this.#consumer.resume([{ topic: this.#options.topic, partitions: [partition] }]));
  }

  /** Rejects when the group has rebalanced meanwhile, or the broker does not answer. */
  async commit(commits: ReadonlyMap<number, Committed>): Promise<void> {
    const { topic } = this.#options;
    const entries: CommitEntry[] = [...commits].map(([partition, { offset, metadata }]) => ({
      topic,
      partition,
      offset: String(offset),
      metadata,
    }));
    // kafkajs's retry could run after a rebalance, and overwrite the next owner's commit.
    if (this.#commitOnce === undefined) await this.#consumer.commitOffsets(entries);
    else await this.#commitOnce({ topics: [{ topic, partitions: entries }] });
  }

  async #eachBatch({ batch, isStale, resolveOffset, commitOffsetsIfNecessary }: EachBatchPayload): Promise<void> {
    this.#commitOnce = commitOffsetsIfNecessary;
    if (isStale()) return;
    const { partition, messages } = batch;
    const lastOffset = batch.lastOffset();
    if (this.#options.events.take(partition, messages, Number(lastOffset))) return resolveOffset(lastOffset);
    await bounded(this.#options.events.ready(), refusedWaitMs);
  }

  #endWith(error: Error): void {
    this.#crash = error;
    this.#ended.resolve();
  }

  /**
   * Ends a consumer that stopped without a crash event, a known failure of kafkajs: no fetch, heartbeat or rebalance
   * for this long.
   */
  #watch(): NodeJS.Timeout {
    const { sessionMs, rebalanceMs } = this.#options.timing;
    const silentMs = 2 * (sessionMs + rebalanceMs);
    const timer = setInterval(() => {
      if (performance.now() - this.#lastContactAtMs > silentMs)
        this.#endWith(new Error(`no life sign for ${silentMs} ms`));
    }, sessionMs);
    return timer.unref();
  }
}

/**
 * A crashed consumer throws on seek, pause and resume, some moments before it emits its crash event. The next session
 * sets all of them again.
 */
function whileRunning(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('Consumer group was not initialized')) throw error;
  }
}

/** Waits until the work settles or the time is over. Ignores failures. */
export async function bounded(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  work.then(
    () => resolve(),
    () => resolve(),
  );
  await promise;
  clearTimeout(timer);
}
