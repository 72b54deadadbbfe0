import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Envelope, EventCase, Payload, Topic } from '@earshot/proto/events';
import { decodeEnvelope, encodeEnvelope, EnvelopeSchema, eventTable, topics } from '@earshot/proto/events';
import type { BusRecord, Delivery, RetryPolicy, Subscription } from './bus/event-bus.ts';
import { inTraceOf, traceHeaders } from './event-tracing.ts';
import { newId } from './ids.ts';
import { currentTrace, withTrace } from './trace.ts';

/** An event on its way to the outbox: an id that sorts by time, and the record to publish. */
export interface OutgoingEvent {
  readonly id: string;
  readonly record: BusRecord;
}

type PayloadInit = NonNullable<MessageInitShape<typeof EnvelopeSchema>['payload']>;

/** What a service says of an event; the platform fills in the rest. */
export interface EventFacts {
  /** `{ case: 'leadCreated', value: { leadId, ... } }` */
  readonly payload: Exclude<PayloadInit, { case: undefined }> & { case: EventCase };
  readonly userId: string;
  /** Events of one key stay in order; the user unless told. */
  readonly key?: string;
}

/** Makes events in the name of one service; ids and trace are filled in. */
export function eventFactory(producer: string, now: () => Date): (facts: EventFacts) => OutgoingEvent {
  return ({ payload, userId, key }) => {
    const { topic, type, version } = eventTable[payload.case];
    const trace = currentTrace();
    const id = newId();
    const envelope = create(EnvelopeSchema, {
      id,
      type,
      version,
      occurredAt: timestampFromDate(now()),
      producer,
      userId,
      key: key ?? userId,
      correlationId: trace?.correlationId ?? id,
      causationId: trace?.causationId ?? '',
      payload,
    });
    const headers = { type, id, ...traceHeaders(topic, type) };
    return { id, record: { topic, key: envelope.key, value: encodeEnvelope(envelope), headers } };
  };
}

/** An envelope whose payload is known to be one event. */
export type EventOf<C extends EventCase> = Omit<Envelope, 'payload'> & { payload: Extract<Payload, { case: C }> };

/** One handler an event; events of the topic without one are passed over. */
export type Handlers = {
  readonly [C in EventCase]?: (event: EventOf<C>, delivery: Delivery) => Promise<void>;
};

/** A subscription in terms of events instead of records. */
export interface Consumption {
  readonly group: string;
  readonly topic: Topic;
  readonly handlers: Handlers;
  readonly broadcast?: boolean;
  readonly concurrency?: number;
  readonly deadlineMs?: number;
  readonly retry?: RetryPolicy;
}

/** Ten deliveries over about two minutes: longer than a restart of what is needed, short enough to notice. */
const defaultRetry: RetryPolicy = { attempts: 10, baseMs: 200, maxMs: 30_000 };

/**
 * A typed subscription: decodes each record and calls the handler of its case; other cases are passed over, so a
 * service may be older than an event.
 */
export function consume(consumption: Consumption): Subscription {
  const { handlers, group, topic } = consumption;
  return {
    group,
    topic,
    broadcast: consumption.broadcast ?? false,
    concurrency: consumption.concurrency ?? topics[topic].partitions,
    deadlineMs: consumption.deadlineMs ?? 30_000,
    retry: consumption.retry ?? defaultRetry,
    handle: async (delivery) => {
      const envelope = decodeEnvelope(delivery.record.value);
      const { id, type, payload, correlationId } = envelope;
      const name = payload.case;
      if (name === undefined || handlers[name] === undefined) return;
      await withTrace({ correlationId, causationId: id }, () =>
        inTraceOf(delivery, { group, id, type }, () => call(name, handlers, envelope, delivery)),
      );
    },
  };
}

function isCase<C extends EventCase>(envelope: Envelope, name: C): envelope is Envelope & EventOf<C> {
  return envelope.payload.case === name;
}

async function call<C extends EventCase>(name: C, handlers: Handlers, envelope: Envelope, delivery: Delivery) {
  const handler = handlers[name];
  if (handler !== undefined && isCase(envelope, name)) await handler(envelope, delivery);
}
