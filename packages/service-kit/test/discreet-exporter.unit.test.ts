import { expect, it } from '@jest/globals';
import { SpanStatusCode } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { discreetExporter } from '../src/cluster/discreet-exporter.ts';

const secret = 'what-a-user-wrote';

it('lets nothing out that is not known to be harmless', () => {
  const kept = new InMemorySpanExporter();
  const exporter = discreetExporter(kept, { warn: () => undefined, info: () => undefined });
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('test');
  const first = tracer.startSpan('first');
  first.end();
  const span = tracer.startSpan('find leads', {
    attributes: { 'db.query.text': secret, 'url.full': secret, 'url.query': secret, 'db.operation.name': 'find' },
    links: [{ context: first.spanContext(), attributes: { note: secret } }],
  });
  span.recordException(new TypeError(secret));
  span.setStatus({ code: SpanStatusCode.ERROR, message: secret });
  span.end();
  const exported = kept.getFinishedSpans().at(-1);
  expect(exported).toMatchObject({
    name: 'find leads',
    attributes: { 'db.operation.name': 'find' },
    status: { code: SpanStatusCode.ERROR },
    links: [{ context: first.spanContext() }],
    events: [{ name: 'exception', attributes: { 'exception.type': 'TypeError' } }],
  });
  expect(exported?.spanContext()).toEqual(span.spanContext());
  const { attributes, events, links, status } = exported ?? {};
  expect(JSON.stringify({ attributes, events, links, status })).not.toContain(secret);
});

it('logs once that spans cannot be delivered, and once that they can again', () => {
  const logged: string[] = [];
  let code = ExportResultCode.FAILED;
  const inner: SpanExporter = { export: (_spans, done) => done({ code }), shutdown: async () => undefined };
  const exporter = discreetExporter(inner, {
    warn: (_facts: unknown, text?: unknown) => void logged.push(`warn ${String(text)}`),
    info: (text: unknown) => void logged.push(`info ${String(text)}`),
  });
  const send = () => exporter.export([], () => undefined);
  for (let times = 0; times < 3; times += 1) send();
  code = ExportResultCode.SUCCESS;
  for (let times = 0; times < 3; times += 1) send();
  expect(logged).toEqual([
    'warn traces cannot be delivered; they are dropped meanwhile',
    'info traces are delivered again',
  ]);
});
