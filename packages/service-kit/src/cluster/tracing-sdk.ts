import type { Span } from '@opentelemetry/api';
import { context, propagation, trace } from '@opentelemetry/api';
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
import type { Sampler } from '@opentelemetry/sdk-trace';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { IncomingMessage } from 'node:http';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '@earshot/core';
import { discreetExporter } from './discreet-exporter.ts';

interface SdkOptions {
  /** Where spans are posted. */
  readonly url: string;
  readonly name: string;
  /** Trace headers of requests are not believed. */
  readonly facesOutsiders: boolean;
  readonly sampler: string;
  /** 0 to 1 */
  readonly ratio: number;
  readonly log: Logger;
}

/** Spans that wait for the collector; more are dropped. */
const maxWaiting = 4_096;
/** Milliseconds between two posts. */
const postEveryMs = 1_000;
/** Milliseconds a post may take, its repetitions included. */
const postTimeoutMs = 5_000;
/** Milliseconds a process that stops spends on its last spans at most. */
const stopTimeoutMs = 2_000;

/** See `startTracing`. Once a process. */
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
  // Baggage is left out: nobody here reads it, and outsiders could write it.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  instrument(provider, options.facesOutsiders);
  return () => Promise.race([provider.shutdown().catch(() => undefined), wait(stopTimeoutMs)]);
}

/**
 * The libraries are patched as they are required here. What is imported later, by ESM too, is the same patched module,
 * so no loader hook stands between Node and every file of ours.
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

/** Runs before the instrumentation reads the headers: an outsider must not choose the trace we write to. */
function forgetTrace({ headers }: IncomingMessage): Record<string, never> {
  delete headers['traceparent'];
  delete headers['tracestate'];
  return {};
}

/** The route's pattern as the request log has it; a path would carry ids. */
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
