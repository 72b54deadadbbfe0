import type { KafkaMessage } from 'kafkajs';
import { setTimeout as wait } from 'node:timers/promises';
import { GroupConsumer } from '../group-consumer.ts';
import { PartitionCursor } from '../partition-cursor.ts';
import type { AdminClient } from './client.ts';
import { explained, MissingTopicError } from './errors.ts';
import type { MemberOptions } from './member-options.ts';
import { committedNow, type Owned } from './owned.ts';
import { type Committed, isSame, PartitionLog } from './partition-log.ts';
import { storedOf } from './records.ts';
import { bounded, Session } from './session.ts';
import { fetchEnds, fetchStarts, type Start } from './starts.ts';

const backoffMs = { first: 250, most: 5_000 };
const askAgainMs = 500;

/**
 * One subscription's membership in its Kafka group, through crashes of kafkajs, rebalances and broker outages. After
 * each join it asks the broker for the committed offsets. If a partition's commit is this member's last one, no other
 * member had the partition, so work continues from memory. Every other partition starts from its commit.
 */
export class Member {
  readonly #options: MemberOptions;
  readonly #consumer: GroupConsumer;
  readonly #leave: () => Promise<void>;
  readonly #owned = new Map<number, Owned>();
  readonly #dirty = new Set<number>();
  readonly #joined = Promise.withResolvers<void>();
  readonly #stop = new AbortController();
  /** Where a broadcast consumer starts: set once, before it joins. */
  #ends: ReadonlyMap<number, number> | undefined;
  #session: Session | undefined;
  /** Counts joins. Answers to requests of an older join are ignored. */
  #join = 0;
  #isReady = false;
  #ready: Promise<void> = Promise.resolve();
  #commitTimer: NodeJS.Timeout | undefined;
  #committing: Promise<unknown> = Promise.resolve();
  #living: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.#consumer = new GroupConsumer({ timing: options.timing, log: options.log });
    this.#leave = this.#consumer.join(options.subscription);
  }

  /**
   * Resolves when partitions are assigned, or after a while when no broker answers. Rejects when the topic is missing.
   */
  async start(): Promise<void> {
    const { timing, log } = this.#options;
    this.#living = this.#live();
    const joined = this.#joined.promise.then(
      () => null,
      (error: unknown) => error,
    );
    await bounded(joined, timing.joinMs);
    const outcome = await Promise.race([joined, Promise.resolve(undefined)]);
    if (outcome === undefined) log.warn(this.#facts(), 'not in the consumer group yet; it keeps trying');
    if (!(outcome instanceof Error)) return;
    await this.stop();
    throw outcome;
  }

  /** Commits handled records, for callers that measure the lag. Never rejects. */
  async flush(): Promise<void> {
    await this.#commit();
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#end());
  }

  async #end(): Promise<void> {
    const { timing, admin, groupId, subscription } = this.#options;
    this.#stop.abort();
    if (this.#isReady) for (const partition of this.#owned.keys()) this.#session?.pause(partition);
    await this.#leave();
    clearTimeout(this.#commitTimer);
    await bounded(
      this.#ready.then(() => this.flush()),
      timing.publishMs,
    );
    this.#isReady = false;
    this.#session?.end();
    await bounded(this.#living ?? Promise.resolve(), timing.publishMs);
    if (subscription.broadcast === true) await this.#forgetGroup(admin, groupId);
  }

  async #forgetGroup(admin: AdminClient, groupId: string): Promise<void> {
    await bounded(
      admin.use((one) => one.deleteGroups([groupId])),
      this.#options.timing.publishMs,
    );
  }

  async #live(): Promise<void> {
    const { topic, log } = this.#options;
    for (let failures = 0; !this.#stop.signal.aborted; failures += 1) {
      const joinsBefore = this.#join;
      try {
        await this.#oneSession();
      } catch (cause) {
        const error = explained(cause, topic);
        if (error instanceof MissingTopicError) this.#joined.reject(error);
        if (this.#join > joinsBefore) failures = 0;
        const retryInMs = Math.min(backoffMs.most, backoffMs.first * 2 ** Math.min(failures, 10));
        const facts = { ...this.#facts(), err: error, retryInMs };
        if (!this.#stop.signal.aborted) log.warn(facts, 'consumer lost; it starts again');
        await wait(retryInMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  async #oneSession(): Promise<void> {
    const { client, groupId, topic, timing, subscription } = this.#options;
    if (subscription.broadcast === true) this.#ends ??= await fetchEnds(this.#options);
    const session = new Session({
      client: client(),
      groupId,
      topic,
      timing,
      events: {
        assigned: (partitions) => this.#assigned(partitions),
        take: (partition, messages, lastOffset) => this.#take(partition, messages, lastOffset),
        ready: () => this.#ready,
      },
    });
    this.#session = session;
    try {
      await session.run();
    } finally {
      this.#isReady = false;
      this.#session = undefined;
    }
  }

  #assigned(partitions: readonly number[]): void {
    this.#join += 1;
    this.#isReady = false;
    for (const partition of this.#owned.keys()) if (!partitions.includes(partition)) this.#lose(partition);
    this.#ready = this.#load(partitions, this.#join).catch((error: unknown) => {
      this.#options.log.error({ ...this.#facts(), err: error }, 'consumer cannot take up its partitions');
      this.#session?.end();
    });
  }

  #lose(partition: number): void {
    this.#owned.delete(partition);
    this.#dirty.delete(partition);
    void this.#consumer.revoke(partition);
  }

  /** Retries until it knows the committed offsets, or the group has changed again. */
  async #load(partitions: readonly number[], join: number): Promise<void> {
    await this.#committing;
    const session = this.#session;
    const isCurrent = () => join === this.#join && session !== undefined && session === this.#session;
    const starts = await fetchStarts({ ...this.#options, ends: this.#ends, partitions, isCurrent });
    if (starts === null) return;
    for (const [partition, start] of starts) this.#own(partition, start);
    this.#isReady = true;
    this.#joined.resolve();
    this.#changed();
  }

  #own(partition: number, start: Start): void {
    const { subscription, dealt, deadLetter } = this.#options;
    let owned = this.#owned.get(partition);
    if (owned !== undefined && !this.#isKnown(owned, start)) {
      this.#lose(partition);
      owned = undefined;
    }
    // A stopping member takes over no partitions.
    if (owned === undefined && this.#stop.signal.aborted) return;
    if (owned === undefined) {
      const onChange = () => this.#progressed(partition);
      const stored = () => this.#stored(partition, records);
      const member = () => this.#session?.member ?? '';
      const records: PartitionLog = new PartitionLog({
        dealt,
        start: start.state,
        deadLetter,
        stored,
        member,
        onChange,
      });
      owned = { records, known: [start.committed], paused: false };
      this.#owned.set(partition, owned);
      // An initial commit makes the group known, so that its lag can be read before its first record.
      if (start.committed === null) this.#dirty.add(partition);
      this.#consumer.assign(partition, new PartitionCursor({ records, progress: records, group: subscription.group }));
    }
    this.#session?.seek(partition, owned.records.fetchPosition);
    owned.paused = owned.records.isFull || this.#stop.signal.aborted;
    if (owned.paused) this.#session?.pause(partition);
    else this.#session?.resume(partition);
  }

  #isKnown(owned: Owned, { committed }: Start): boolean {
    if (this.#options.subscription.broadcast === true) return true;
    return owned.known.some((known) => isSame(known, committed));
  }

  #take(partition: number, messages: readonly KafkaMessage[], lastOffset: number): boolean {
    const owned = this.#owned.get(partition);
    if (!this.#isReady || owned === undefined || this.#stop.signal.aborted) return false;
    owned.records.append(
      messages.map((message) => storedOf(this.#options.subscription.topic, partition, message)),
      lastOffset,
    );
    if (owned.records.isFull && !owned.paused) {
      owned.paused = true;
      this.#session?.pause(partition);
    }
    this.#consumer.wake(partition);
    return true;
  }

  #progressed(partition: number): void {
    const owned = this.#owned.get(partition);
    if (owned === undefined) return;
    this.#dirty.add(partition);
    this.#changed();
    if (!owned.paused || !owned.records.wantsMore || !this.#isReady || this.#stop.signal.aborted) return;
    owned.paused = false;
    this.#session?.resume(partition);
  }

  /** Commits until the broker has the partition's progress. Rejects once another member may have the partition. */
  async #stored(partition: number, records: PartitionLog): Promise<void> {
    if (this.#options.subscription.broadcast === true) return;
    while (this.#owned.get(partition)?.records === records && this.#session !== undefined) {
      if (await this.#commit()) return;
      await wait(askAgainMs, undefined, { ref: false });
    }
    throw new Error('the partition was lost before its progress was stored');
  }

  /** Schedules one commit for all progress of the next moments. */
  #changed(afterMs = this.#options.timing.commitEveryMs): void {
    if (this.#commitTimer !== undefined || this.#dirty.size === 0) return;
    this.#commitTimer = setTimeout(() => {
      this.#commitTimer = undefined;
      void this.#commit();
    }, afterMs);
    this.#commitTimer.unref();
  }

  /**
   * Commits run one after another. Resolves to whether the broker has all progress up to the call. Never rejects: a failed
   * commit is retried with the next progress, or soon.
   */
  #commit(): Promise<boolean> {
    const committed = this.#committing.then(() => this.#commitNow());
    this.#committing = committed;
    return committed;
  }

  async #commitNow(): Promise<boolean> {
    const session = this.#session;
    if (this.#options.subscription.broadcast === true) this.#dirty.clear();
    if (this.#dirty.size === 0) return true;
    if (session === undefined || !this.#isReady) return false;
    const commits = new Map<number, Committed>();
    for (const partition of this.#dirty) {
      const owned = this.#owned.get(partition);
      if (owned !== undefined) commits.set(partition, committedNow(owned));
    }
    this.#dirty.clear();
    try {
      await session.commit(commits);
      for (const [partition, committed] of commits) {
        const owned = this.#owned.get(partition);
        if (owned !== undefined) owned.known = [committed];
      }
    } catch (error) {
      this.#options.log.debug({ ...this.#facts(), err: error }, 'progress not committed');
      for (const partition of commits.keys()) if (this.#owned.has(partition)) this.#dirty.add(partition);
      this.#changed(askAgainMs);
      return false;
    }
    this.#changed();
    return true;
  }

  #facts() {
    const { groupId, topic } = this.#options;
    return { kafkaGroup: groupId, kafkaTopic: topic };
  }
}
