import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { envelopeOf } from './envelope-of.ts';
import type { BusRecord, Delivery } from './event-bus.ts';
import { type Trace, withTrace } from '@earshot/core';

/**
 * The headers that carry the current trace with an event. The outbox relay sends an event later, so the trace must be
 * stored in the record. Empty without tracing.
 */
export function traceHeaders(topic: string, type: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const span = tracer().startSpan(`${topic} create`, {
    kind: SpanKind.PRODUCER,
    attributes: { ...named('create', topic), 'earshot.event.type': type },
  });
  propagation.inject(trace.setSpan(context.active(), span), headers);
  span.end();
  return headers;
}

/**
 * Handles a delivery in the trace that its record carries, with span links to the `others` handled in the same call.
 * Without tracing, it only calls the handler.
 */
export async function inTraceOf(
  delivery: Delivery,
  facts: { group: string; type: string; id: string; others: readonly Delivery[] },
  handle: () => Promise<void>,
): Promise<void> {
  const { record, partition, offset, attempt } = delivery;
  const attributes = {
    ...named('process', record.topic),
    'messaging.consumer.group.name': facts.group,
    'messaging.destination.partition.id': String(partition),
    'messaging.kafka.offset': offset,
    'messaging.message.id': facts.id,
    'earshot.event.type': facts.type,
    'earshot.attempt': attempt,
  };
  const from = propagation.extract(ROOT_CONTEXT, record.headers);
  const options = { kind: SpanKind.CONSUMER, attributes };
  await tracer().startActiveSpan(`${record.topic} process`, options, from, async (span) => {
    if (span.isRecording() && facts.others.length > 0) link(span, facts.others);
    try {
      await handle();
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Writes log lines about a record outside its handler, with the record's cause and the span that created it. */
export function underCauseOf(record: BusRecord, write: () => void): void {
  const cause = causeOf(record);
  context.with(propagation.extract(ROOT_CONTEXT, record.headers), () =>
    cause === undefined ? write() : withTrace(cause, write),
  );
}

/** Returns undefined when the bytes are not an event. */
function causeOf(record: BusRecord): Trace | undefined {
  try {
    const { correlationId, id } = envelopeOf(record);
    return { correlationId, causationId: id };
  } catch {
    return undefined;
  }
}

function link(span: Span, others: readonly Delivery[]): void {
  span.setAttribute('messaging.batch.message_count', others.length + 1);
  for (const { record } of others) {
    const creation = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, record.headers));
    if (creation !== undefined) span.addLink({ context: creation });
  }
}

function tracer() {
  return trace.getTracer('earshot');
}

function named(operation: 'create' | 'process', topic: string) {
  return {
    'messaging.system': 'kafka',
    'messaging.destination.name': topic,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
  };
}
