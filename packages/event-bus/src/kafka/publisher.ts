import { type Message, Partitioners, type Producer } from 'kafkajs';
import type { Logger } from '@earshot/core';
import { largestRecordBytes, sizeOf } from '../event-bus.ts';
import { briefRetry, kafkaClient, type KafkaClientOptions, whileMoving } from './client.ts';
import { explained, protocolErrorOf } from './errors.ts';

/** A message for a topic, with the topic's name in Kafka. */
export interface OutMessage {
  readonly topic: string;
  readonly key: string;
  /** null for a tombstone. */
  readonly value: Uint8Array | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Goes to the next partition in round-robin order, independent of its key. */
  readonly dealt: boolean;
}

interface Waiting {
  readonly messages: readonly OutMessage[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const together = 500;

/**
 * Publishes in the order of the calls: several calls per request, one request at a time. Resolves when all in-sync
 * replicas have the records. After a failure, it is unknown which records arrived. kafkajs would reuse their sequence
 * numbers, so the broker could drop the next records as duplicates. Therefore each failure replaces the producer and
 * its producer id.
 */
export class Publisher {
  readonly #options: KafkaClientOptions;
  readonly #withinMs: number;
  readonly #log: Logger;
  #producer: Promise<Producer> | undefined;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #stopped = false;
  #dealt = 0;

  constructor(options: KafkaClientOptions & { withinMs: number }) {
    this.#options = options;
    this.#withinMs = options.withinMs;
    this.#log = options.log;
  }

  publish(messages: readonly OutMessage[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (this.#stopped) return Promise.reject(new Error('the bus is stopped'));
    this.#waiting.push({ messages, resolve, reject });
    this.#working ??= this.#work();
    return promise;
  }

  /** Waits for requests in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
    const producer = this.#producer;
    this.#producer = undefined;
    await producer?.then((one) => one.disconnect()).catch(() => undefined);
  }

  async #work(): Promise<void> {
    // Calls of one event loop turn share a request.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#take();
      const error = await this.#sendAll(batch.flatMap(({ messages }) => messages));
      if (error === undefined) for (const { resolve } of batch) resolve();
      else if (batch.length > 1 && protocolErrorOf(error) !== undefined) await this.#sendOneByOne(batch);
      else this.#fail(batch, error);
    }
    // In the same turn as the last check of the queue, so that no call is missed.
    this.#working = undefined;
  }

  /** The broker refused a record; send each call's records separately to find it. */
  async #sendOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) {
      const error = await this.#sendAll(one.messages);
      if (error === undefined) one.resolve();
      else this.#fail([one], error);
    }
  }

  /** When no broker answers, waiting calls are rejected too: they would fail as well. */
  #fail(batch: readonly Waiting[], error: unknown): void {
    const behind = protocolErrorOf(error) === undefined ? this.#waiting.splice(0) : [];
    for (const { reject } of [...batch, ...behind]) reject(error);
  }

  #take(): Waiting[] {
    let records = 0;
    let bytes = 0;
    const end = this.#waiting.findIndex(({ messages }) => {
      records += messages.length;
      bytes += messages.reduce((sum, message) => sum + sizeOf(message), 0);
      return records > together || bytes > largestRecordBytes;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end));
  }

  /** Sends several requests if needed. Returns the first error; later requests are not sent then. */
  async #sendAll(messages: readonly OutMessage[]): Promise<unknown> {
    let rest = messages;
    try {
      while (rest.length > 0) {
        const some = upToLimit(rest);
        rest = rest.slice(some.length);
        await this.#send(some);
      }
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** A partition without a leader, as right after its creation or a broker's restart, has one soon. */
  async #send(messages: readonly OutMessage[]): Promise<void> {
    const late = new AbortController();
    const timeout = rejectAfter(this.#withinMs, late.signal);
    try {
      await whileMoving(() => this.#try(messages, timeout));
    } catch (error) {
      throw explained(error, [...new Set(messages.map(({ topic }) => topic))].join(', '));
    } finally {
      late.abort();
    }
  }

  async #try(messages: readonly OutMessage[], timeout: Promise<never>): Promise<void> {
    const connection = (this.#producer ??= this.#connect());
    try {
      await Promise.race([this.#request(connection, messages), timeout]);
    } catch (error) {
      this.#producer = undefined;
      void connection.then((producer) => producer.disconnect()).catch(() => undefined);
      this.#log.debug({ err: error }, 'publishing failed');
      throw error;
    }
  }

  async #request(connection: Promise<Producer>, messages: readonly OutMessage[]): Promise<void> {
    const producer = await connection;
    const byTopic = Map.groupBy(messages, ({ topic }) => topic);
    const topicMessages = [...byTopic].map(([topic, some]) => ({
      topic,
      messages: some.map((one) => this.#form(one)),
    }));
    await producer.sendBatch({ acks: -1, topicMessages });
  }

  #form({ key, value, headers, dealt }: OutMessage): Message {
    const bytes = value === null ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const message = { key, value: bytes, headers };
    // A round-robin counter that the partitioner maps to a partition, so that kafkajs's retries choose the same one.
    return dealt ? { ...message, partition: this.#dealt++ } : message;
  }

  async #connect(): Promise<Producer> {
    const producer = kafkaClient(this.#options, this.#withinMs - 500).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: briefRetry,
      createPartitioner: byKeyOrTurn,
    });
    await producer.connect();
    return producer;
  }
}

/**
 * Partitions by key like Kafka's own clients, so that every replica and tool agrees; round-robin if the message has a
 * counter.
 */
function byKeyOrTurn(): ReturnType<typeof Partitioners.DefaultPartitioner> {
  const byKey = Partitioners.DefaultPartitioner();
  return ({ topic, partitionMetadata, message }) => {
    const { partition: turn } = message;
    if (turn === undefined) return byKey({ topic, partitionMetadata, message });
    const partitions = partitionMetadata.map(({ partitionId }) => partitionId).sort((a, b) => a - b);
    return partitions[turn % partitions.length] ?? 0;
  };
}

function upToLimit(messages: readonly OutMessage[]): readonly OutMessage[] {
  let bytes = 0;
  const end = messages.findIndex((message, index) => {
    bytes += sizeOf(message);
    return index > 0 && (index >= together || bytes > largestRecordBytes);
  });
  return end === -1 ? messages : messages.slice(0, end);
}

function rejectAfter(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer of the broker within ${ms} ms`)), ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
