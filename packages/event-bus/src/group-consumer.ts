import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { underCauseOf } from './event-tracing.ts';
import type { Logger } from '@earshot/core';
import { deliver, errorText, type Outcome, type RunningDelivery } from './delivery.ts';
import type { Subscription } from './event-bus.ts';
import { deliverOneByOne, factsOf, pause, troubleMs, troubleRetry, waitForOutage } from './failed-turns.ts';
import { OutageError } from './outage.ts';
import type { PartitionCursor, Turn } from './partition-cursor.ts';

export interface BusTiming {
  /** A handler that shows no progress for this long is aborted. Handlers that wait report progress every 5 s. */
  readonly idleMs: number;
  /** How long stopping waits for deliveries before it aborts their signal. */
  readonly graceMs: number;
  /** How long stopping waits after aborting the signal. */
  readonly settleMs: number;
  /** The longest time a record is held back after its handler outlived the deadline. */
  readonly overdueMs: number;
}

interface Member {
  readonly subscription: Subscription;
  readonly running: Set<Running>;
}

/** A running delivery. */
interface Running {
  readonly partition: number;
  readonly stopping: AbortController;
  ended: Promise<void>;
  /** The result is ignored: another consumer may have the record now. */
  gone: boolean;
  /** The partition delivers further records while this delivery runs. */
  released: boolean;
}

type Failure = Extract<Outcome, { kind: 'failed' }>;

/**
 * Maximum records per `handleMany` call. Larger batches save little more, but need more memory and repeat more work
 * after a failure.
 */
const batchLimit = 100;

/**
 * One group's consumption of one topic. The subscriptions that joined share its partitions. Each partition delivers one
 * record or batch at a time. One turn of the event loop delivers at most one record per partition, so that other work
 * does not starve. Partitions may be assigned and revoked at any time.
 */
export class GroupConsumer {
  readonly #cursors = new Map<number, PartitionCursor>();
  readonly #timing: BusTiming;
  readonly #log: Logger;
  readonly #members: Member[] = [];
  readonly #busy = new Map<number, Running>();
  readonly #released = new Set<Running>();
  /** Partitions to check, the longest waiting first. */
  readonly #ready = new Set<number>();
  /** Handlers must not inherit the publisher's trace. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #scheduled: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { timing: BusTiming; log: Logger }) {
    this.#timing = options.timing;
    this.#log = options.log;
  }

  get idle(): boolean {
    return this.#members.length === 0;
  }

  /** Delivers the cursor's records, after any delivery of that partition that is still running. */
  assign(partition: number, cursor: PartitionCursor): void {
    this.#cursors.set(partition, cursor);
    this.wake(partition);
  }

  /** Revokes the partition. Resolves when its delivery has ended, or was aborted and abandoned. */
  async revoke(partition: number): Promise<void> {
    this.#cursors.delete(partition);
    this.#ready.delete(partition);
    const busy = this.#busy.get(partition);
    const released = [...this.#released].filter((running) => running.partition === partition);
    await this.#end([...released, ...(busy === undefined ? [] : [busy])]);
  }

  /** Reports that the partition may have records to deliver. */
  wake(partition: number): void {
    this.#ready.add(partition);
    this.#schedule();
  }

  /** Returns a function that removes the subscription. It waits for its deliveries, for a bounded time. */
  join(subscription: Subscription): () => Promise<void> {
    const member: Member = { subscription, running: new Set() };
    this.#members.push(member);
    this.#schedule();
    let left: Promise<void> | undefined;
    return () => (left ??= this.#leave(member));
  }

  async #leave(member: Member): Promise<void> {
    this.#members.splice(this.#members.indexOf(member), 1);
    if (this.idle) clearTimeout(this.#timer);
    else this.#schedule();
    await this.#end([...member.running]);
  }

  async #end(running: readonly Running[]): Promise<void> {
    if (running.length === 0) return;
    const bound = new AbortController();
    const ended = Promise.all(running.map((one) => one.ended)).finally(() => bound.abort());
    await Promise.race([ended, pause(this.#timing.graceMs, bound.signal)]);
    for (const one of running) one.stopping.abort();
    if (!bound.signal.aborted) await Promise.race([ended, pause(this.#timing.settleMs, bound.signal)]);
    for (const one of running) one.gone = true;
  }

  #schedule(): void {
    this.#scheduled ??= this.#outside(() => setImmediate(() => this.#pump()));
  }

  #pump(): void {
    this.#scheduled = undefined;
    if (this.idle) return;
    for (const partition of [...this.#ready]) {
      if (!this.#busy.has(partition)) this.#turn(partition);
    }
    this.#sleepUntilDue();
  }

  #turn(partition: number): void {
    const member = this.#members[partition % this.#members.length];
    const cursor = this.#cursors.get(partition);
    if (member === undefined || cursor === undefined) return;
    const counted = [...member.running].filter(({ released }) => !released);
    if (counted.length >= member.subscription.concurrency) return;
    const turns = this.#take(cursor, partition, member.subscription);
    if (turns.length === 0) return;
    const stopping = new AbortController();
    const running: Running = { partition, stopping, ended: Promise.resolve(), gone: false, released: false };
    this.#busy.set(partition, running);
    running.ended = this.#run(member, cursor, turns, running)
      .catch(async (error: unknown) => {
        this.#log.error({ err: error, partition }, 'the bus cannot store progress; handled events are delivered again');
        cursor.undone(turns);
        await pause(troubleMs, running.stopping.signal);
      })
      .finally(() => {
        member.running.delete(running);
        this.#released.delete(running);
        if (!running.released) this.#busy.delete(partition);
        // Move to the end of the queue: partitions that wait for a free slot come first.
        this.#ready.delete(partition);
        this.wake(partition);
      });
    member.running.add(running);
  }

  /** The partition continues with its next record, and the delivery no longer takes a place of its member. */
  #release(cursor: PartitionCursor, turns: readonly Turn[], running: Running): void {
    const [turn] = turns;
    if (turn === undefined || turns.length > 1 || running.released || running.gone || !cursor.setAside(turn)) return;
    running.released = true;
    this.#released.add(running);
    this.#busy.delete(running.partition);
    this.wake(running.partition);
  }

  #take(cursor: PartitionCursor, partition: number, { handleMany, types }: Subscription): readonly Turn[] {
    const wants = ({ headers: { type } }: Turn['record']) => type === undefined || (types?.has(type) ?? true);
    try {
      const turns = cursor.take(performance.now(), handleMany === undefined ? 1 : batchLimit, wants);
      if (turns === null) this.#ready.delete(partition);
      else if (turns.length === 0) this.wake(partition);
      return turns ?? [];
    } catch (error) {
      this.#log.error({ err: error, partition }, 'the bus cannot read; it keeps trying');
      this.#ready.delete(partition);
      setTimeout(() => this.wake(partition), troubleMs).unref();
      return [];
    }
  }

  async #run(member: Member, cursor: PartitionCursor, turns: readonly Turn[], running: Running): Promise<void> {
    const { subscription } = member;
    const { stopping } = running;
    const [first] = turns;
    const { mostUnended = Infinity } = subscription;
    if (first !== undefined && first.unended >= mostUnended) return this.#abandon(member, cursor, first, running);
    const delivery = deliver({
      subscription,
      turns,
      stopping: stopping.signal,
      idleMs: this.#timing.idleMs,
      release: () => this.#release(cursor, turns, running),
      begin: async () => {
        if (first !== undefined && mostUnended < Infinity && !running.gone) await cursor.begin(first);
      },
    });
    const outcome = await delivery.outcome;
    if (running.released) for (const { record } of turns) cursor.release(record.offset);
    if (running.gone) return;
    if (outcome.kind === 'done') return turns.forEach(({ record }) => cursor.succeeded(record));
    if (outcome.kind === 'stopped') return cursor.undone(turns);
    if (outcome.error instanceof OutageError)
      return waitForOutage(this.#log, { subscription, cursor, turns, error: outcome.error });
    if (turns.length > 1 && !outcome.overdue)
      return deliverOneByOne(this.#log, { subscription, cursor, turns, error: outcome.error });
    for (const turn of turns) {
      if (outcome.overdue) this.#holdBack(cursor, turn.record, delivery);
      if (turn.attempt < subscription.retry.attempts) this.#tryAgain(member, cursor, turn, outcome);
      else await this.#giveUp(member, cursor, turn, running, outcome);
    }
  }

  /** No delivery of the record ended, so it is not delivered again. */
  async #abandon(member: Member, cursor: PartitionCursor, turn: Turn, running: Running): Promise<void> {
    const { onUnended = async () => undefined, ...subscription } = member.subscription;
    const { outcome } = deliver({
      subscription: { ...subscription, handle: onUnended },
      turns: [turn],
      stopping: running.stopping.signal,
      idleMs: this.#timing.idleMs,
      release: () => undefined,
      begin: async () => undefined,
    });
    const { kind } = await outcome;
    if (running.gone) return;
    if (kind !== 'done') {
      cursor.failed({ ...turn, attempt: turn.attempt - 1 }, troubleRetry, performance.now(), turn.unended);
      return;
    }
    const error = new Error(`${turn.unended} deliveries began and did not end`);
    const deliveries = { ...turn, attempt: turn.attempt - 1 + turn.unended };
    await this.#giveUp(member, cursor, deliveries, running, { kind: 'failed', error, overdue: false });
  }

  #tryAgain({ subscription }: Member, cursor: PartitionCursor, turn: Turn, { error, overdue }: Failure): void {
    const retryInMs = cursor.failed(turn, subscription.retry, performance.now());
    const facts = { ...factsOf(subscription, turn), err: error, retryInMs };
    // The handler's caller logs what the handler throws. Only the bus can report a handler that hangs.
    this.#log[overdue ? 'warn' : 'debug'](facts, 'event failed; it will be tried again');
  }

  /** If the dead letter cannot be stored, the record is delivered again, once more as its last attempt. */
  async #giveUp(member: Member, cursor: PartitionCursor, turn: Turn, running: Running, failure: Failure) {
    const { subscription } = member;
    const facts = factsOf(subscription, turn);
    try {
      await cursor.giveUp(turn, errorText(failure.error));
    } catch (error) {
      this.#log.error({ ...facts, err: error }, 'the dead letter cannot be kept; the event will be tried again');
      const before = { ...turn, attempt: turn.attempt - 1 };
      if (!running.gone) cursor.failed(before, troubleRetry, performance.now(), turn.unended);
      return;
    }
    subscription.onDeadLetter?.();
    const words = 'event failed for the last time; it is in the dead letters';
    underCauseOf(turn.record, () => this.#log.error({ ...facts, err: failure.error }, words));
    if (!running.gone) cursor.succeeded(turn.record);
  }

  /**
   * Two deliveries of one record must not run at the same time. The wait is bounded, because a handler may never end.
   */
  #holdBack(cursor: PartitionCursor, { offset, partition }: Turn['record'], delivery: RunningDelivery): void {
    cursor.holdBack(offset);
    const bound = new AbortController();
    void Promise.race([delivery.settled, pause(this.#timing.overdueMs, bound.signal)]).then(() => {
      bound.abort();
      cursor.release(offset);
      this.wake(partition);
    });
  }

  #sleepUntilDue(): void {
    clearTimeout(this.#timer);
    const nowMs = performance.now();
    let nextMs = Infinity;
    for (const [partition, cursor] of this.#cursors) {
      // A busy partition is checked when its delivery ends, a ready one when a slot is free.
      if (this.#busy.has(partition) || this.#ready.has(partition)) continue;
      nextMs = Math.min(nextMs, cursor.dueInMs(nowMs) ?? Infinity);
    }
    if (nextMs === Infinity) return;
    this.#timer = setTimeout(
      () => {
        for (const partition of this.#cursors.keys()) this.#ready.add(partition);
        this.#schedule();
      },
      Math.max(1, nextMs),
    );
    this.#timer.unref();
  }
}
