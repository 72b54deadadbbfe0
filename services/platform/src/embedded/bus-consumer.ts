import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Subscription } from '../bus/event-bus.ts';
import type { Logger } from '../log.ts';
import type { Outcome, RunningDelivery } from './bus-delivery.ts';
import { deliver, errorText } from './bus-delivery.ts';
import type { PartitionCursor, Turn } from './bus-partition.ts';

export interface BusTiming {
  /** A handler that shows no progress for this long is aborted: half a consumer session of Kafka's. */
  readonly idleMs: number;
  /** How long stopping waits for deliveries before their signal aborts. */
  readonly graceMs: number;
  /** How long it waits for them after that. */
  readonly settleMs: number;
  /** How long a record whose handler outlived its deadline is held back at most. */
  readonly overdueMs: number;
}

interface Member {
  readonly subscription: Subscription;
  readonly stopping: AbortController;
  readonly running: Set<Promise<void>>;
  /** Deliveries that end after this change nothing any more: somebody else may be at their records. */
  gone: boolean;
}

const troubleMs = 1_000;

/**
 * One group's consumption of one topic: all subscriptions of this process share its partitions, each partition
 * delivers one record at a time. One turn of the event loop delivers at most one record a partition, so that nothing
 * else starves.
 */
export class GroupConsumer {
  readonly #cursors: readonly PartitionCursor[];
  readonly #timing: BusTiming;
  readonly #log: Logger;
  readonly #members: Member[] = [];
  readonly #busy = new Set<number>();
  /** Partitions to look at, the longest waiting first. */
  readonly #ready: Set<number>;
  /** Handlers must not inherit the trace of whoever published. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #scheduled: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { cursors: readonly PartitionCursor[]; timing: BusTiming; log: Logger }) {
    this.#cursors = options.cursors;
    this.#timing = options.timing;
    this.#log = options.log;
    this.#ready = new Set(options.cursors.keys());
  }

  get idle(): boolean {
    return this.#members.length === 0;
  }

  /** Something was published. */
  wake(partition: number): void {
    this.#ready.add(partition);
    this.#schedule();
  }

  /** Returns what takes the subscription away again: it waits for its deliveries, for a bounded time. */
  join(subscription: Subscription): () => Promise<void> {
    const member: Member = { subscription, stopping: new AbortController(), running: new Set(), gone: false };
    this.#members.push(member);
    this.#schedule();
    let left: Promise<void> | undefined;
    return () => (left ??= this.#leave(member));
  }

  async #leave(member: Member): Promise<void> {
    this.#members.splice(this.#members.indexOf(member), 1);
    if (this.idle) clearTimeout(this.#timer);
    else this.#schedule();
    const running = Promise.all(member.running);
    if (member.running.size > 0) await Promise.race([running, pause(this.#timing.graceMs)]);
    member.stopping.abort();
    if (member.running.size > 0) await Promise.race([running, pause(this.#timing.settleMs)]);
    member.gone = true;
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
    const cursor = this.#cursors[partition];
    if (member === undefined || cursor === undefined) return;
    if (member.running.size >= member.subscription.concurrency) return;
    const turn = this.#take(cursor, partition);
    if (turn === null) return;
    this.#busy.add(partition);
    const running = this.#run(member, cursor, turn).finally(() => {
      member.running.delete(running);
      this.#busy.delete(partition);
      // To the end of the line: partitions that wait for a free place come first.
      this.#ready.delete(partition);
      this.wake(partition);
    });
    member.running.add(running);
  }

  #take(cursor: PartitionCursor, partition: number): Turn | null {
    try {
      const turn = cursor.take(performance.now());
      if (turn === null) this.#ready.delete(partition);
      return turn;
    } catch (error) {
      this.#log.error({ err: error, partition }, 'the bus cannot read; it keeps trying');
      this.#ready.delete(partition);
      setTimeout(() => this.wake(partition), troubleMs).unref();
      return null;
    }
  }

  async #run(member: Member, cursor: PartitionCursor, turn: Turn): Promise<void> {
    const { subscription, stopping } = member;
    const delivery = deliver({ subscription, turn, stopping: stopping.signal, idleMs: this.#timing.idleMs });
    const outcome = await delivery.outcome;
    if (member.gone) return;
    if (outcome.kind === 'failed' && outcome.overdue) this.#holdBack(cursor, turn.record, delivery);
    this.#conclude(member, cursor, turn, outcome);
  }

  #conclude({ subscription }: Member, cursor: PartitionCursor, turn: Turn, outcome: Outcome): void {
    if (outcome.kind === 'done') return cursor.succeeded(turn.record);
    if (outcome.kind === 'stopped') return cursor.undone(turn);
    const retryInMs = cursor.failed(turn, errorText(outcome.error), subscription.retry, performance.now());
    const { topic, partition, offset } = turn.record;
    const facts = { group: subscription.group, topic, partition, offset, attempt: turn.attempt, err: outcome.error };
    if (retryInMs === null) this.#log.error(facts, 'event failed for the last time; it is in the dead letters');
    // Whoever runs the handler logs what it throws; a handler that hangs only the bus can tell of.
    else this.#log[outcome.overdue ? 'warn' : 'debug']({ ...facts, retryInMs }, 'event failed; it will be tried again');
  }

  /** Two deliveries of one record must not run side by side; but a handler that never ends must not win for ever. */
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
    for (const [partition, cursor] of this.#cursors.entries()) {
      // A busy partition is looked at when it ends, a ready one when a place is free.
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

/** Keeps no process alive. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined);
}
