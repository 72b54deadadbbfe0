import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Committed } from './partition-log.ts';
import type { KafkaTiming } from './timing.ts';

/** What a session tells, and asks. */
export interface SessionEvents {
  /** The group gave these partitions to this member; all others are gone. Until the next call. */
  assigned(partitions: readonly number[]): void;
  /** Takes a fetched batch in; false: not now, and it will be told where to read by `seek`. */
  take(partition: number, messages: readonly KafkaMessage[], lastOffset: number): boolean;
  /** Settles when partitions are known that were assigned last, so that batches can be taken. */
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
 * One life of a kafkajs consumer: from connecting to its crash, after which kafkajs's own restart is not waited for.
 * kafkajs fetches and keeps the membership alive; nothing it calls here waits for a handler.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #consumer: Consumer;
  readonly #ended = Promise.withResolvers<void>();
  /** Commits once, in the generation that kafkajs is in now; known after the first batch. */
  #commitOnce: EachBatchPayload['commitOffsetsIfNecessary'] | undefined;
  #heardAtMs = performance.now();
  #crash: Error | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { client, groupId, timing } = options;
    this.#consumer = client.consumer({
      groupId,
      sessionTimeout: timing.sessionMs,
      heartbeatInterval: timing.heartbeatMs,
      rebalanceTimeout: timing.rebalanceMs,
      maxWaitTimeInMs: timing.fetchWaitMs,
      allowAutoTopicCreation: false,
      retry: { retries: 5, initialRetryTime: 200, maxRetryTime: 1_000, restartOnFailure: async () => false },
    });
  }

  /** Resolves at `end`; rejects when kafkajs gave up. */
  async run(): Promise<void> {
    const { topic, events } = this.#options;
    const consumer = this.#consumer;
    const heard = () => void (this.#heardAtMs = performance.now());
    consumer.on('consumer.crash', ({ payload }) => this.#endWith(payload.error));
    consumer.on('consumer.fetch', heard);
    consumer.on('consumer.heartbeat', heard);
    consumer.on('consumer.group_join', ({ payload }) => {
      heard();
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

  /** Leaves the group; `run` resolves then. */
  end(): void {
    this.#ended.resolve();
  }

  /** Reads on from there; what was fetched before is dropped. */
  seek(partition: number, offset: number): void {
    whileRunning(() => this.#consumer.seek({ topic: this.#options.topic, partition, offset: String(offset) }));
  }

  pause(partition: number): void {
    whileRunning(() => this.#consumer.pause([{ topic: this.#options.topic, partitions: [partition] }]));
  }

  resume(partition: number): void {
    whileRunning(() => this.#consumer.resume([{ topic: this.#options.topic, partitions: [partition] }]));
  }

  /** Rejects when the group has moved on meanwhile, or the broker does not answer. */
  async commit(commits: ReadonlyMap<number, Committed>): Promise<void> {
    const { topic } = this.#options;
    const entries: CommitEntry[] = [...commits].map(([partition, { offset, metadata }]) => ({
      topic,
      partition,
      offset: String(offset),
      metadata,
    }));
    // A retry of kafkajs's own might come after a rebalance, and undo what the next owner committed.
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

  /** kafkajs has stood still before without a crash: nothing heard for this long, not even of a rebalance. */
  #watch(): NodeJS.Timeout {
    const { sessionMs, rebalanceMs } = this.#options.timing;
    const silentMs = 2 * (sessionMs + rebalanceMs);
    const timer = setInterval(() => {
      if (performance.now() - this.#heardAtMs > silentMs) this.#endWith(new Error(`no life sign for ${silentMs} ms`));
    }, sessionMs);
    return timer.unref();
  }
}

/**
 * A consumer that crashed throws at whoever seeks, pauses or resumes, some moments before it tells of its crash; the next
 * session sets all of that anew.
 */
function whileRunning(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('Consumer group was not initialized')) throw error;
  }
}

/** Waits no longer than that, and for no failure. */
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
