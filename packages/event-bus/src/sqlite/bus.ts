import type { TopicSettings } from '@earshot/proto/events';
import type { UserId } from '@earshot/proto/refs';
import { checkSizes, type EventBus, type Subscription } from '../event-bus.ts';
import { type BusTiming, GroupConsumer } from '../group-consumer.ts';
import { PartitionCursor } from '../partition-cursor.ts';
import type { Clock, Logger } from '@earshot/core';
import { GroupCommit } from './bus-commit.ts';
import { openBusDatabase } from './bus-database.ts';
import { openProgress, type Progress } from './bus-progress.ts';
import { openRecords, type Records } from './bus-records.ts';
import { type BusForgetting, createForgetting } from './bus-forgetting.ts';
import { createRetention } from './bus-retention.ts';

export interface EmbeddedBusOptions {
  /** The data folder; the bus keeps `bus.sqlite` in it. One process at a time. */
  readonly folder: string;
  readonly topics: Readonly<Record<string, TopicSettings>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timing?: Partial<BusTiming & RetentionTiming>;
  /** Called after the events of a deleted user are removed, so that other stores clear their traces. */
  readonly alsoClean?: (how: { rewrite: boolean }) => void;
}

/** The bus as its owner sees it. */
export interface OpenEmbeddedBus extends EventBus, Pick<BusForgetting, 'erase'> {
  stop(): Promise<void>;
}

interface RetentionTiming {
  readonly cleanEveryMs: number;
  readonly keepHandledMs: number;
}

const defaultTiming: BusTiming & RetentionTiming = {
  idleMs: 15_000,
  graceMs: 5_000,
  settleMs: 1_000,
  overdueMs: 60_000,
  cleanEveryMs: 60_000,
  keepHandledMs: 3_600_000,
};

/**
 * The EventBus in one process: partitions with offsets in a SQLite file, delivered by the publishing process. The
 * port's promises hold over `kill -9` and power loss: `publish` resolves after the disk sync, and offsets are stored
 * after the handler's effect.
 */
export async function openEmbeddedBus(options: EmbeddedBusOptions): Promise<OpenEmbeddedBus> {
  return new EmbeddedBus(options);
}

class EmbeddedBus implements OpenEmbeddedBus {
  readonly #database: ReturnType<typeof openBusDatabase>;
  readonly #commit: GroupCommit;
  readonly #records: Records;
  readonly #progress: Progress;
  readonly #timing: BusTiming & RetentionTiming;
  readonly #log: Logger;
  /** By group and topic; each broadcast consumer has a separate one. */
  readonly #groups = new Map<string, GroupConsumer>();
  readonly #consumers = new Map<GroupConsumer, string>();
  readonly #subscriptions = new Set<{ stop(): Promise<void> }>();
  readonly #cleaner: NodeJS.Timeout;
  readonly #forgetting: BusForgetting;
  #cleaning: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor({ folder, topics, clock, log, timing, alsoClean = () => undefined }: EmbeddedBusOptions) {
    const database = openBusDatabase(folder);
    const commit = new GroupCommit(database, log);
    this.#database = database;
    this.#commit = commit;
    this.#log = log;
    this.#timing = { ...defaultTiming, ...timing };
    this.#records = openRecords({ database, topics, clock });
    this.#progress = openProgress({ database, commit, records: this.#records, clock });
    const isLive = (group: string, topic: string) => this.#groups.has(groupKey(group, topic));
    const { keepHandledMs, cleanEveryMs } = this.#timing;
    const clean = createRetention({ database, topics, clock, keepHandledMs, isLive });
    this.#cleaner = setInterval(() => this.#clean(clean), cleanEveryMs);
    this.#cleaner.unref();
    this.#forgetting = createForgetting({ database, commit, log, isLive, alsoClean });
    this.#forgetting.start();
  }

  erase(userId: UserId): Promise<void> {
    this.#mustRun();
    return this.#forgetting.erase(userId);
  }

  async publish(records: Parameters<EventBus['publish']>[0]): Promise<void> {
    this.#mustRun();
    for (const { topic } of records) this.#records.settings(topic);
    checkSizes(records);
    if (records.length === 0) return;
    const partitions = await this.#commit.write(() => this.#records.append(records, null));
    for (const [index, { topic }] of records.entries()) this.#wake(topic, partitions[index] ?? 0);
  }

  async subscribe(subscription: Subscription): Promise<{ stop(): Promise<void> }> {
    this.#mustRun();
    const { topic } = subscription;
    const consumer = this.#consumerFor(subscription);
    this.#consumers.set(consumer, topic);
    const leave = consumer.join(subscription);
    const handle = {
      stop: async () => {
        await leave();
        this.#subscriptions.delete(handle);
        if (consumer.idle) this.#forget(consumer);
        if (this.#database.isOpen) this.#commit.flush();
      },
    };
    this.#subscriptions.add(handle);
    // From now on the group is known, even after a crash.
    await this.#commit
      .write(() => undefined)
      .catch(async (error: unknown) => {
        await handle.stop();
        throw error;
      });
    return handle;
  }

  async lag(group: string, topic: string): Promise<number> {
    this.#mustRun();
    this.#commit.flush();
    const partitions = Array.from({ length: this.#records.partitions(topic) }, (_, partition) => partition);
    return partitions.reduce((sum, partition) => sum + this.#progress.lag(group, topic, partition), 0);
  }

  async deadLetters(group: string): ReturnType<EventBus['deadLetters']> {
    this.#mustRun();
    this.#commit.flush();
    return this.#progress.deadLetters(group);
  }

  async replay(group: string, id: string): Promise<void> {
    this.#mustRun();
    this.#commit.flush();
    const place = await this.#commit.write(() => this.#progress.replay(group, id));
    if (place === null) throw new Error(`group "${group}" has no dead letter "${id}"`);
    this.#wake(place.topic, place.partition);
  }

  /** Stops every subscription, then closes the file. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    clearInterval(this.#cleaner);
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#cleaning;
    await this.#forgetting.stop();
    this.#commit.close();
    this.#database.close();
  }

  #consumerFor(subscription: Subscription): GroupConsumer {
    const { group, topic, broadcast = false } = subscription;
    const key = groupKey(group, topic);
    const existing = broadcast ? undefined : this.#groups.get(key);
    if (existing !== undefined) return existing;
    const open = broadcast ? this.#progress.ofBroadcast : this.#progress.ofGroup;
    const consumer = new GroupConsumer({ timing: this.#timing, log: this.#log });
    for (let partition = 0; partition < this.#records.partitions(topic); partition += 1) {
      const records = {
        dealt: this.#records.settings(topic).dealt,
        read: (from: number, limit: number) => this.#records.read(topic, partition, from, limit),
      };
      consumer.assign(partition, new PartitionCursor({ records, progress: open(group, topic, partition), group }));
    }
    if (!broadcast) this.#groups.set(key, consumer);
    return consumer;
  }

  #forget(consumer: GroupConsumer): void {
    this.#consumers.delete(consumer);
    for (const [key, one] of this.#groups) if (one === consumer) this.#groups.delete(key);
  }

  #wake(topic: string, partition: number): void {
    for (const [consumer, consumed] of this.#consumers) if (consumed === topic) consumer.wake(partition);
  }

  #clean(clean: () => Promise<number>): void {
    if (this.#cleaning !== undefined) return;
    this.#cleaning = clean()
      .then(
        () => undefined,
        (error: unknown) => this.#log.error({ err: error }, 'the bus cannot delete old records'),
      )
      .finally(() => {
        this.#cleaning = undefined;
      });
  }

  #mustRun(): void {
    if (this.#stopped !== undefined) throw new Error('the bus is stopped');
  }
}

function groupKey(group: string, topic: string): string {
  return JSON.stringify([group, topic]);
}
