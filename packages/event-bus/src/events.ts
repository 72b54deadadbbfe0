import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  encodeEnvelope,
  type Envelope,
  EnvelopeSchema,
  type EventCase,
  eventTable,
  type Payload,
} from '@earshot/proto/events';
import type { UserId } from '@earshot/proto/refs';
import type { BusRecord } from './event-bus.ts';
import { traceHeaders } from './event-tracing.ts';
import { currentTrace, newId } from '@earshot/core';

/** An event on its way to the outbox: an id that sorts by time, and the record to publish. */
export interface OutgoingEvent {
  readonly id: string;
  readonly record: BusRecord;
}

type PayloadInit = NonNullable<MessageInitShape<typeof EnvelopeSchema>['payload']>;

/** What a service sets on an event; the factory fills in the rest. */
export interface EventFacts {
  /** `{ case: 'leadCreated', value: { leadId, ... } }` */
  readonly payload: Exclude<PayloadInit, { case: undefined }> & { case: EventCase };
  readonly userId: UserId;
  /** Events of one key stay in order. Default: the user. */
  readonly key?: string;
}

/** Creates events for one service, and fills in ids and trace. */
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
