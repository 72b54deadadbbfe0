import { context, propagation, type Span, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { IncomingMessage } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@earshot/core';
import { discreetExporter } from './discreet-exporter.ts';

interface SdkOptions {
  /** The URL that spans are posted to. */
  readonly url: string;
  readonly name: string;
  /** True if callers are outside the cluster. Trace headers of their requests are ignored. */
  readonly facesOutsiders: boolean;
  readonly sampler: string;
  /** From 0 to 1. */
  readonly ratio: number;
  readonly log: Logger;
}

/** Maximum number of spans that wait for the collector; further spans are dropped. */
const maxWaiting = 4_096;
/** Milliseconds between two exports. */
const postEveryMs = 1_000;
/** Milliseconds for one export, including its retries. */
const postTimeoutMs = 5_000;
/** Maximum milliseconds that a stopping process waits for its last spans to be sent. */
const stopTimeoutMs = 2_000;

/** Starts the SDK; see `startTracing`. Call it once per process. */
export function startSdk(options: SdkOptions): () => Promise<void> {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': options.name }))
      .merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] })),
    sampler: samplerOf(options),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: discreetExporter(
          new OTLPTraceExporter({ url: options.url, timeoutMillis: postTimeoutMs }),
          options.log,
        ),
        maxQueueSize: maxWaiting,
        scheduledDelayMillis: postEveryMs,
        exportTimeoutMillis: postTimeoutMs * 2,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Baggage is not propagated: no code reads it, and external callers could write it.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  instrument(provider, options.facesOutsiders);
  return () => Promise.race([provider.shutdown().catch(() => undefined), wait(stopTimeoutMs)]);
}

/**
 * Requires the libraries, so that they are patched now. Later imports, including ESM imports, get the same patched
 * modules, so no loader hook is needed.
 */
function instrument(tracerProvider: TracerProvider, facesOutsiders: boolean): void {
  registerInstrumentations({
    tracerProvider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => url !== undefined && /^\/(health|metrics)(\/|$)/.test(url),
        ...(facesOutsiders && { startIncomingSpanHook: forgetTrace }),
        applyCustomAttributesOnSpan: nameByRoute,
      }),
      new UndiciInstrumentation(),
      new MongoDBInstrumentation(),
      new IORedisInstrumentation(),
    ],
  });
  const require = createRequire(import.meta.url);
  for (const name of ['node:http', 'node:https', 'mongoose', 'ioredis']) require(name);
  syncBuiltinESMExports();
}

/** Runs before the instrumentation reads the headers. External callers must not choose the trace that we write to. */
function forgetTrace({ headers }: IncomingMessage): Record<string, never> {
  delete headers['traceparent'];
  delete headers['tracestate'];
  return {};
}

/** Names the span after the route's pattern, as in the request log. A path would contain ids. */
function nameByRoute(span: Span, { method }: { method?: string | undefined }, response: object): void {
  if (!('locals' in response) || typeof response.locals !== 'object' || response.locals === null) return;
  if (!('route' in response.locals) || typeof response.locals.route !== 'string') return;
  span.setAttribute('http.route', response.locals.route);
  span.updateName(`${method ?? 'GET'} ${response.locals.route}`);
}

function samplerOf({ sampler, ratio }: Pick<SdkOptions, 'sampler' | 'ratio'>): Sampler {
  const root = rootSampler(sampler.replace('parentbased_', ''), ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
