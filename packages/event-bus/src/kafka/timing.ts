import type { BusTiming } from '../group-consumer.ts';

export interface KafkaTiming extends BusTiming {
  /** A member that sends no heartbeat for this long loses its partitions. */
  readonly sessionMs: number;
  /** How often a member sends a heartbeat, which also tells it of rebalances. A fetch waits as long for new records. */
  readonly heartbeatMs: number;
  /** How long members have to rejoin after the group changes. */
  readonly rebalanceMs: number;
  /** How long `subscribe` waits for its first partitions before it continues in the background. */
  readonly joinMs: number;
  /** `publish` succeeds or fails within this time. */
  readonly publishMs: number;
  /** Minimum time between two commits of progress. */
  readonly commitEveryMs: number;
  /** How often the bus probes the broker. */
  readonly probeEveryMs: number;
}

/** Session and heartbeat are the defaults of Kafka's own clients before 3.0. */
const defaults: KafkaTiming = {
  sessionMs: 30_000,
  heartbeatMs: 3_000,
  rebalanceMs: 60_000,
  joinMs: 10_000,
  publishMs: 5_000,
  commitEveryMs: 50,
  probeEveryMs: 5_000,
  idleMs: 15_000,
  graceMs: 5_000,
  settleMs: 1_000,
  overdueMs: 60_000,
};

export function kafkaTiming(given: Partial<KafkaTiming> = {}): KafkaTiming {
  return { ...defaults, ...given };
}
