import { createRequire } from 'node:module';

/** The part of a kafkajs class used here, which kafkajs does not export. */
interface ConsumerGroup {
  maxWaitTime: number;
  paused(): readonly unknown[];
  fetch(nodeId: string): Promise<unknown>;
}

const load: (path: string) => { readonly prototype: ConsumerGroup } = createRequire(import.meta.url);
const { prototype } = load('kafkajs/src/consumer/consumerGroup');
const { fetch } = prototype;

/** The longest wait in milliseconds while a partition is paused. */
const pausedWaitMs = 250;
/** The configured wait of each consumer. */
const configured = new WeakMap<ConsumerGroup, number>();

/**
 * Shortens a fetch while a partition is paused. kafkajs 2.2.4 reads a resumed partition only after the fetch in progress,
 * which waits for records of the other partitions, and has one wait for all fetches. Without paused partitions, a new
 * record ends the wait, so it can be long and an idle consumer rarely asks. Safe to call repeatedly.
 */
export function hurryPausedFetches(): void {
  prototype.fetch = function (this: ConsumerGroup, nodeId: string) {
    const waitMs = configured.get(this) ?? this.maxWaitTime;
    configured.set(this, waitMs);
    this.maxWaitTime = this.paused().length > 0 ? Math.min(waitMs, pausedWaitMs) : waitMs;
    return fetch.call(this, nodeId);
  };
}
