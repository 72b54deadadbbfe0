import type { Attributes } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '@earshot/core';

/**
 * The attributes that a span may carry. Others can contain text that users wrote: URLs with queries, database
 * statements, keys and error messages. An allowlist keeps them out, even if the next version of an instrumentation adds
 * attributes.
 */
const exportedAttributes = new Set([
  'db.collection.name',
  'db.namespace',
  'db.operation.name',
  'db.system.name',
  'earshot.attempt',
  'earshot.event.type',
  'error.type',
  'exception.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'messaging.batch.message_count',
  'messaging.consumer.group.name',
  'messaging.destination.name',
  'messaging.destination.partition.id',
  'messaging.kafka.offset',
  'messaging.message.id',
  'messaging.operation.name',
  'messaging.operation.type',
  'messaging.system',
  'network.protocol.version',
  'server.address',
  'server.port',
  'url.scheme',
]);

/**
 * Exports spans with the allowed attributes only. Logs once when delivery starts to fail, and once when it works again.
 */
export function discreetExporter(exporter: SpanExporter, log: Pick<Logger, 'warn' | 'info'>): SpanExporter {
  let away = false;
  return {
    export: (spans, done) =>
      exporter.export(spans.map(discreet), (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !away) log.warn({ err: result.error }, 'traces cannot be delivered; they are dropped meanwhile');
        if (!failed && away) log.info('traces are delivered again');
        away = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function discreet(span: ReadableSpan): ReadableSpan {
  const { parentSpanContext } = span;
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(parentSpanContext && { parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes: exportable(span.attributes),
    links: span.links.map((link) => ({ ...link, attributes: {} })),
    events: span.events.map((event) => ({ ...event, attributes: exportable(event.attributes ?? {}) })),
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
}

function exportable(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => exportedAttributes.has(name)));
}
