import { type Envelope, type EventCase, eventTable, type Topic, topics } from '@earshot/proto/events';
import { envelopeOf } from './envelope-of.ts';
import type { Delivery, RetryPolicy, Subscription } from './event-bus.ts';
import { inTraceOf } from './event-tracing.ts';
import type { EventOf } from './events.ts';
import { withTrace } from '@earshot/core';

/** One handler per event. Events of the topic without a handler are skipped. */
export type Handlers = {
  readonly [C in EventCase]?: (event: EventOf<C>, delivery: Delivery) => Promise<void>;
};

/** A handler for several events of one case and one cause, in order. */
export type Batches = {
  readonly [C in EventCase]?: (events: readonly EventOf<C>[], deliveries: readonly Delivery[]) => Promise<void>;
};

/** A subscription in terms of events instead of records. */
export interface Consumption {
  readonly group: string;
  readonly topic: Topic;
  readonly handlers: Handlers;
  /** Handles several waiting events of one case at once. Each must be as safe to repeat as in `handlers`. */
  readonly batches?: Batches;
  readonly broadcast?: boolean;
  readonly concurrency?: number;
  readonly deadlineMs?: number;
  readonly retry?: RetryPolicy;
  /** For handlers whose work can end or block the process; see `Subscription`. */
  readonly mostUnended?: number;
  /** Called with an event whose deliveries did not end, before it goes to the dead letters. */
  readonly unended?: Handlers;
}

/** Ten deliveries over about two minutes: longer than a dependency's restart, short enough to notice a failure. */
const defaultRetry: RetryPolicy = { attempts: 10, baseMs: 200, maxMs: 30_000 };

/**
 * A typed subscription: decodes each record and calls the handler of its case. Cases without a handler are skipped, so
 * a service may be older than an event.
 */
export function consume(consumption: Consumption): Subscription {
  const { handlers, batches, group, topic, mostUnended, unended } = consumption;
  const one = async ({ envelope, delivery }: Arrived, by = handlers) => {
    const name = envelope.payload.case;
    if (name === undefined || by[name] === undefined) return;
    await inTrace(group, [{ envelope, delivery }], () => call(name, by, envelope, delivery));
  };
  return {
    group,
    topic,
    broadcast: consumption.broadcast ?? false,
    concurrency: consumption.concurrency ?? topics[topic].partitions,
    deadlineMs: consumption.deadlineMs ?? 30_000,
    retry: consumption.retry ?? defaultRetry,
    types: typesOf(consumption),
    handle: (delivery) => one(arrived(delivery)),
    ...(mostUnended !== undefined && { mostUnended }),
    ...(unended !== undefined && { onUnended: (delivery: Delivery) => one(arrived(delivery), unended) }),
    ...(batches !== undefined && {
      handleMany: async (deliveries) => {
        for (const run of runsOf(deliveries.map(arrived))) {
          if (run.length > 1 && (await dispatchMany(group, run, batches))) continue;
          for (const each of run) await one(each);
        }
      },
    }),
  };
}

function typesOf({ handlers, batches }: Consumption): ReadonlySet<string> {
  const cases: readonly string[] = [...Object.keys(handlers), ...Object.keys(batches ?? {})];
  return new Set(Object.entries(eventTable).flatMap(([name, { type }]) => (cases.includes(name) ? [type] : [])));
}

interface Arrived {
  readonly envelope: Envelope;
  readonly delivery: Delivery;
}

function arrived(delivery: Delivery): Arrived {
  return { envelope: envelopeOf(delivery.record), delivery };
}

/** Groups neighbouring events of one case and one cause. */
function runsOf(all: readonly Arrived[]): Arrived[][] {
  const runs: Arrived[][] = [];
  for (const one of all) {
    const last = runs.at(-1)?.[0]?.envelope;
    const belongs =
      last?.payload.case === one.envelope.payload.case && last?.correlationId === one.envelope.correlationId;
    if (belongs) runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs;
}

/** Continues the log correlation and the trace of the event's cause. */
function inTrace(
  group: string,
  [{ envelope, delivery }, ...rest]: readonly [Arrived, ...Arrived[]],
  work: () => Promise<void>,
): Promise<void> {
  const { correlationId, id, type } = envelope;
  const others = rest.map((one) => one.delivery);
  return withTrace({ correlationId, causationId: id }, () => inTraceOf(delivery, { group, id, type, others }, work));
}

/** Returns false without a batch handler. A trace names only one cause, so the batch continues its first event. */
async function dispatchMany(group: string, run: readonly Arrived[], batches: Batches): Promise<boolean> {
  const [first, ...rest] = run;
  const name = first?.envelope.payload.case;
  if (first === undefined || name === undefined || batches[name] === undefined) return false;
  await inTrace(group, [first, ...rest], () => callMany(name, batches, run));
  return true;
}

async function callMany<C extends EventCase>(name: C, batches: Batches, run: readonly Arrived[]): Promise<void> {
  const events = run.flatMap(({ envelope }) => (isCase(envelope, name) ? [envelope] : []));
  await batches[name]?.(
    events,
    run.map(({ delivery }) => delivery),
  );
}

function isCase<C extends EventCase>(envelope: Envelope, name: C): envelope is Envelope & EventOf<C> {
  return envelope.payload.case === name;
}

async function call<C extends EventCase>(name: C, handlers: Handlers, envelope: Envelope, delivery: Delivery) {
  const handler = handlers[name];
  if (handler !== undefined && isCase(envelope, name)) await handler(envelope, delivery);
}
