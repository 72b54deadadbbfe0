import type { TopicSettings } from '@earshot/proto/events';
import type { BusRecord, Delivery, EventBus, Subscription } from '../../src/event-bus.ts';

/** An empty bus of the adapter under test, with the topics of the suite. */
export interface OpenBus {
  readonly bus: EventBus;
  /** The same stored state in a new process, as after a crash: the old process stopped and flushed nothing. */
  reopen(): Promise<EventBus>;
  close(): Promise<void>;
}

/** A handler without progress for `idleMs` must be aborted. */
export type OpenBusWith = (topics: Readonly<Record<string, TopicSettings>>, idleMs: number) => Promise<OpenBus>;

export interface BusCase {
  readonly name: string;
  /** For cases about idle handlers. The default is so long that a busy machine never looks idle. */
  readonly idleMs?: number;
  run(opened: OpenBus): Promise<void>;
}

export const testCase = (name: string, run: BusCase['run'], more: Pick<BusCase, 'idleMs'> = {}): BusCase => ({
  name,
  run,
  ...more,
});

const day = 24 * 3_600_000;

export const suiteTopics = {
  keyed: { partitions: 4, retentionMs: day, dealt: false },
  single: { partitions: 1, retentionMs: day, dealt: false },
  dealt: { partitions: 6, retentionMs: day, dealt: true },
} as const satisfies Record<string, TopicSettings>;

export type SuiteTopic = keyof typeof suiteTopics;

export function record(topic: string, key: string, text: string): BusRecord {
  return { topic, key, value: Buffer.from(text), headers: { about: `${key}/${text}` } };
}

/** Records of one key, numbered from 0. */
export function numbered(topic: SuiteTopic, key: string, count: number): BusRecord[] {
  return Array.from({ length: count }, (_, index) => record(topic, key, String(index)));
}

export function textOf(delivery: Delivery): string {
  return Buffer.from(delivery.record.value).toString();
}

/** A subscription for most cases; by default, `handle` does nothing. */
export function subscription(group: string, topic: SuiteTopic, more: Partial<Subscription> = {}): Subscription {
  const retry = { attempts: 3, baseMs: 20, maxMs: 100 };
  return { group, topic, concurrency: 8, deadlineMs: 120_000, retry, handle: async () => undefined, ...more };
}

/** The records a handler completed, by key, in order. */
export interface Seen {
  readonly texts: string[];
  readonly byKey: Map<string, string[]>;
  readonly deliveries: Delivery[];
}

/** Subscribes and records deliveries; `fail` throws for the deliveries that shall fail. */
export async function listen(
  bus: EventBus,
  group: string,
  topic: SuiteTopic,
  more: Partial<Subscription> & { fail?: (delivery: Delivery) => void } = {},
): Promise<Seen & { stop(): Promise<void> }> {
  const seen: Seen = { texts: [], byKey: new Map(), deliveries: [] };
  const { fail, ...settings } = more;
  const handle = async (delivery: Delivery) => {
    fail?.(delivery);
    note(seen, delivery);
  };
  const { stop } = await bus.subscribe(subscription(group, topic, { handle, ...settings }));
  return { ...seen, stop };
}

export function note(seen: Seen, delivery: Delivery): void {
  const text = textOf(delivery);
  seen.deliveries.push(delivery);
  seen.texts.push(text);
  const { key } = delivery.record;
  seen.byKey.set(key, [...(seen.byKey.get(key) ?? []), text]);
}

/** A promise that the test settles. */
export function gate() {
  return Promise.withResolvers<void>();
}

export const upTo = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
