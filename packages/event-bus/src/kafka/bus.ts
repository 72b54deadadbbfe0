import type { TopicSettings } from '@earshot/proto/events';
import type { Kafka } from 'kafkajs';
import { type BusRecord, checkSizes, type EventBus, type Subscription } from '../event-bus.ts';
import type { StoredRecord } from '../partition-cursor.ts';
import { type Clock, type Logger, newId } from '@earshot/core';
import { AdminClient, kafkaClient, type KafkaClientOptions } from './client.ts';
import { letterOf, readLetters } from './dead-letters.ts';
import { explained } from './errors.ts';
import { lagOf } from './lag.ts';
import { Member } from './member.ts';
import { type KafkaNames, kafkaNames } from './names.ts';
import { type OutMessage, Publisher } from './publisher.ts';
import { onlyGroupHeader } from './records.ts';
import { bounded } from './session.ts';
import { type KafkaTiming, kafkaTiming } from './timing.ts';

export interface KafkaBusOptions extends KafkaClientOptions {
  /** Prefix of all topic and group names, so that installations can share brokers. */
  readonly namespace?: string | undefined;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timing?: Partial<KafkaTiming>;
}

export interface KafkaBus extends EventBus {
  /** Drains every subscription, then disconnects. Bounded, even when no broker answers. */
  stop(): Promise<void>;
  /** Whether the broker answered the last probe, at most some seconds ago. */
  up(): boolean;
}

/** Slow answers are not an outage: joining a group waits for its other members. */
const consumerRequestMs = 10_000;

/**
 * The EventBus over Kafka. It connects on first use. While a broker is unavailable, at the start or later, the bus
 * retries in the background: `publish` rejects within `timing.publishMs`, and subscriptions continue where they were.
 * Topics must exist (`ensureTopics`): the bus creates none.
 */
export async function openKafkaBus(options: KafkaBusOptions): Promise<KafkaBus> {
  return new KafkaEventBus(options);
}

class KafkaEventBus implements KafkaBus {
  readonly #options: KafkaBusOptions;
  readonly #names: KafkaNames;
  readonly #timing: KafkaTiming;
  readonly #admin: AdminClient;
  readonly #publisher: Publisher;
  /** Each member with its Kafka group. */
  readonly #members = new Map<Member, string>();
  readonly #prober: NodeJS.Timeout;
  /** null before the first probe. */
  #up: boolean | null = null;
  #stopped: Promise<void> | undefined;

  constructor(options: KafkaBusOptions) {
    this.#options = options;
    this.#names = kafkaNames(options.namespace);
    this.#timing = kafkaTiming(options.timing);
    this.#admin = new AdminClient(options);
    this.#publisher = new Publisher({ ...options, withinMs: this.#timing.publishMs });
    this.#prober = setInterval(() => void this.#probe(), this.#timing.probeEveryMs);
    this.#prober.unref();
    void this.#probe();
  }

  up(): boolean {
    return this.#up === true;
  }

  async publish(records: readonly BusRecord[]): Promise<void> {
    this.#mustRun();
    const messages = records.map((record) => this.#message(record));
    checkSizes(records);
    if (messages.length > 0) await this.#publisher.publish(messages);
  }

  async subscribe(subscription: Subscription): Promise<{ stop(): Promise<void> }> {
    this.#mustRun();
    const { group, topic, broadcast = false } = subscription;
    const { dealt } = this.#settings(topic);
    const groupId = this.#names.group(group, topic);
    const member = new Member({
      subscription,
      groupId: broadcast ? `${groupId}.${newId()}` : groupId,
      topic: this.#names.topic(topic),
      dealt,
      client: () => this.#client(),
      admin: this.#admin,
      timing: this.#timing,
      log: this.#options.log,
      deadLetter: (record, attempts, error) => this.#addDeadLetter(group, record, attempts, error),
    });
    this.#members.set(member, groupId);
    const stop = async () => {
      await member.stop();
      this.#members.delete(member);
    };
    try {
      await member.start();
    } catch (error) {
      await stop();
      throw error;
    }
    return { stop };
  }

  async lag(group: string, topic: string): Promise<number> {
    this.#mustRun();
    this.#settings(topic);
    const name = this.#names.topic(topic);
    const groupId = this.#names.group(group, topic);
    const here = [...this.#members].flatMap(([member, of]) => (of === groupId ? [member] : []));
    await Promise.all(here.map((member) => bounded(member.flush(), this.#timing.publishMs)));
    return lagOf(this.#admin, groupId, name).catch((error: unknown) => {
      throw explained(error, name);
    });
  }

  async deadLetters(group: string): ReturnType<EventBus['deadLetters']> {
    this.#mustRun();
    const topic = this.#names.deadLetters(group);
    return readLetters({ group, topic, client: () => this.#client(), admin: this.#admin });
  }

  /** The letter is deleted after the record is published again: a crash in between keeps both. */
  async replay(group: string, id: string): Promise<void> {
    const letters = await this.deadLetters(group);
    const letter = letters.find((one) => one.id === id);
    if (letter === undefined) throw new Error(`group "${group}" has no dead letter "${id}"`);
    const again = this.#message(letter.record);
    await this.#publisher.publish([{ ...again, headers: { ...again.headers, [onlyGroupHeader]: group } }]);
    const topic = this.#names.deadLetters(group);
    await this.#publisher.publish([{ topic, key: id, value: null, headers: {}, dealt: false }]);
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    clearInterval(this.#prober);
    await Promise.all([...this.#members.keys()].map((member) => member.stop()));
    await this.#publisher.stop();
    await this.#admin.stop();
  }

  async #addDeadLetter(group: string, record: StoredRecord, attempts: number, error: string): Promise<void> {
    const failure = { attempts, error, failedAt: this.#options.clock.now() };
    await this.#publisher.publish([letterOf(this.#names.deadLetters(group), record, failure)]);
  }

  #message({ topic, key, value, headers }: BusRecord): OutMessage {
    const { dealt } = this.#settings(topic);
    return { topic: this.#names.topic(topic), key, value, headers, dealt };
  }

  #settings(topic: string): TopicSettings {
    const { topics } = this.#options;
    const found = topics[topic];
    if (found !== undefined && Object.hasOwn(topics, topic)) return found;
    throw new Error(`unknown topic "${topic}"; known are ${Object.keys(topics).join(', ')}`);
  }

  #client(): Kafka {
    return kafkaClient(this.#options, consumerRequestMs);
  }

  async #probe(): Promise<void> {
    const wasUp = this.#up;
    const failure = await this.#admin
      .use((admin) => admin.describeCluster())
      .then(
        () => null,
        (error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) }),
      );
    this.#up = failure === null;
    if (this.#stopped !== undefined || wasUp === this.#up) return;
    if (failure === null) this.#options.log.info('Kafka answers');
    else this.#options.log.warn(failure, 'Kafka does not answer');
  }

  #mustRun(): void {
    if (this.#stopped !== undefined) throw new Error('the bus is stopped');
  }
}
