import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z
    .object({ stringValue: z.string(), intValue: z.union([z.number(), z.string()]) })
    .partial()
    .transform((value) => value.stringValue ?? value.intValue),
});
const attributes = z
  .array(attribute)
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes,
});
const post = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});

/** A span as received, with its process and instrumentation. */
export interface CollectedSpan extends z.output<typeof span> {
  readonly service: string;
  readonly scope: string;
}

/** A trace collector that keeps OTLP over HTTP (JSON) in memory. */
export interface SpanCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Each raw request body, to search for data that must not be in it. */
  readonly bodies: readonly string[];
  /** Each request's headers. */
  readonly headers: readonly Readonly<Record<string, unknown>>[];
  stop(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function startSpanCollector(): Promise<SpanCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer((req, res) => {
    if (req.method !== 'POST' || req.url !== '/v1/traces') {
      res.writeHead(404).end();
      return;
    }
    void text(req).then((body) => {
      headers.push(req.headers);
      bodies.push(body);
      spans.push(...spansOf(body));
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    spans,
    bodies,
    headers,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function spansOf(body: string): CollectedSpan[] {
  return post
    .parse(JSON.parse(body))
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans }) =>
        spans.map((one) => ({ ...one, scope: scope.name, service: String(resource.attributes['service.name']) })),
      ),
    );
}
