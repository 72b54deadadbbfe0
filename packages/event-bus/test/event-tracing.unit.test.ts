import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { BusRecord, Delivery } from '../src/event-bus.ts';
import { consume, type Handlers } from '../src/consume.ts';
import { underCauseOf } from '../src/event-tracing.ts';
import { eventFactory } from '../src/events.ts';
import { createLogger, withTrace } from '@earshot/core';

const exporter = new InMemorySpanExporter();
const event = eventFactory('lead', () => new Date(0));
const ended = () => event({ userId: 'user-1', payload: { case: 'sessionEnded', value: { sessionRef: 'ref' } } });

function start(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
}

function stop(): void {
  trace.disable();
  propagation.disable();
  context.disable();
}

beforeAll(start);
afterAll(stop);
beforeEach(() => exporter.reset());

function deliveryOf(record: BusRecord): Delivery {
  return {
    record,
    partition: 3,
    offset: 7,
    attempt: 2,
    lastAttempt: false,
    signal: new AbortController().signal,
    progress: () => undefined,
    release: () => undefined,
    begin: async () => undefined,
  };
}

function delivered(record: BusRecord, handlers: Handlers): Promise<void> {
  return consume({ group: 'realtime', topic: 'account.events', handlers }).handle(deliveryOf(record));
}

it('continues the trace of a request in the handler of its event', async () => {
  const { record } = trace.getTracer('test').startActiveSpan('request', (span) => {
    const made = ended();
    span.end();
    return made;
  });
  let inner: string | undefined;
  await delivered(record, { sessionEnded: async () => void (inner = trace.getActiveSpan()?.spanContext().spanId) });
  const [create, request, process] = exporter.getFinishedSpans();
  expect(new Set([create, request, process].map((span) => span?.spanContext().traceId)).size).toBe(1);
  expect(create?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  expect(process?.parentSpanContext?.spanId).toBe(create?.spanContext().spanId);
  expect(inner).toBe(process?.spanContext().spanId);
  expect(create).toMatchObject({ name: 'account.events create', kind: SpanKind.PRODUCER });
  expect(process).toMatchObject({
    name: 'account.events process',
    kind: SpanKind.CONSUMER,
    attributes: {
      'messaging.system': 'kafka',
      'messaging.destination.name': 'account.events',
      'messaging.consumer.group.name': 'realtime',
      'messaging.destination.partition.id': '3',
      'messaging.kafka.offset': 7,
      'earshot.attempt': 2,
    },
  });
});

it('does not continue the trace of the code that calls the delivery', async () => {
  const { record } = ended();
  await trace.getTracer('test').startActiveSpan('poll', async (span) => {
    await delivered({ ...record, headers: {} }, { sessionEnded: async () => undefined });
    span.end();
  });
  const process = exporter.getFinishedSpans().find(({ name }) => name === 'account.events process');
  expect(process?.parentSpanContext).toBeUndefined();
});

it('links the events of a batch', async () => {
  const cause = { correlationId: 'request-1', causationId: 'request-1' };
  const deliveries = withTrace(cause, () => [ended(), ended(), ended()]).map(({ record }) => deliveryOf(record));
  const [first, ...others] = exporter.getFinishedSpans().map((span) => span.spanContext().spanId);
  const batches = { sessionEnded: async () => undefined };
  await consume({ group: 'realtime', topic: 'account.events', handlers: {}, batches }).handleMany?.(deliveries);
  const process = exporter.getFinishedSpans().at(-1);
  expect(process?.parentSpanContext?.spanId).toBe(first);
  expect(process?.links.map(({ context: { spanId } }) => spanId)).toEqual(others);
  expect(process?.attributes['messaging.batch.message_count']).toBe(3);
});

it('marks a failed delivery without its error text, and rethrows the error', async () => {
  const failing = delivered(ended().record, {
    sessionEnded: async () => Promise.reject(new TypeError('a user wrote')),
  });
  await expect(failing).rejects.toThrow('a user wrote');
  const process = exporter.getFinishedSpans().at(-1);
  expect(process?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(process?.attributes['error.type']).toBe('TypeError');
  expect(JSON.stringify([process?.attributes, process?.events])).not.toContain('a user wrote');
});

it('creates no span for an event without a handler', async () => {
  const { record } = ended();
  exporter.reset();
  await delivered(record, {});
  expect(exporter.getFinishedSpans()).toEqual([]);
});

it('names the span in each log line', () => {
  const lines: string[] = [];
  const log = createLogger({ name: 'lead', level: 'info', stream: { write: (line) => void lines.push(line) } });
  const { traceId, spanId } = trace.getTracer('test').startActiveSpan('request', (span) => {
    log.info('hello');
    span.end();
    return span.spanContext();
  });
  log.info('outside');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ trace_id: traceId, span_id: spanId });
  expect(lines[1]).not.toContain('trace_id');
});

it('logs the cause and the trace of a record outside its handler, and accepts a record that is no event', () => {
  const lines: string[] = [];
  const log = createLogger({ name: 'lead', level: 'info', stream: { write: (line) => void lines.push(line) } });
  const { id, record } = withTrace({ correlationId: 'request-1', causationId: 'request-1' }, ended);
  const create = exporter.getFinishedSpans().at(-1)?.spanContext();
  underCauseOf(record, () => log.info('event'));
  underCauseOf({ ...record, value: Buffer.from('no event'), headers: {} }, () => log.info('event'));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    correlationId: 'request-1',
    causationId: id,
    trace_id: create?.traceId,
    span_id: create?.spanId,
  });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ msg: 'event' });
  expect(lines[1]).not.toMatch(/trace_id|correlationId/);
});

it('adds nothing to a record without tracing', () => {
  stop();
  try {
    expect(Object.keys(ended().record.headers).sort()).toEqual(['id', 'type']);
  } finally {
    start();
  }
});
