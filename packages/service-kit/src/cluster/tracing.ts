import { z } from 'zod';
import { type Logger, parseSettings, type Settings } from '@earshot/core';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const ratio = 'must be a number from 0 to 1';

/**
 * Standard OpenTelemetry names. The exporter reads OTEL_EXPORTER_OTLP_HEADERS and similar variables from the
 * environment.
 */
export const tracingSettings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
    .optional()
    .describe('Where traces are sent, by OTLP over HTTP; no tracing without it'),
  OTEL_SERVICE_NAME: z.string().optional().describe('Name of this process in traces instead of earshot-<service>'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on')
    .describe('Which traces are kept'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: ratio })
    .min(0, ratio)
    .max(1, ratio)
    .default(1)
    .describe('The share of traces that a traceidratio sampler keeps'),
});

export interface TracingOptions {
  /** Names and values as in the environment. */
  readonly settings: Settings;
  /** The service that this process runs. */
  readonly service: string;
  readonly log: Logger;
}

/**
 * Sends spans of HTTP, MongoDB, Redis and events to the configured collector. Without a collector, the OpenTelemetry
 * SDK is not loaded. Call this before any other code of the process takes or makes a call. The returned function sends
 * the remaining spans within 2 s and never throws. While the collector is unavailable, only its spans are lost. Throws
 * an Error that names every wrong setting.
 */
export async function startTracing({ settings, service, log }: TracingOptions): Promise<() => Promise<void>> {
  const parsed = parseSettings(service, tracingSettings, settings);
  const endpoint = parsed.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return () => Promise.resolve();
  const { startSdk } = await import('./tracing-sdk.ts');
  return startSdk({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    name: parsed.OTEL_SERVICE_NAME ?? `earshot-${service}`,
    facesOutsiders: service === 'gateway',
    sampler: parsed.OTEL_TRACES_SAMPLER,
    ratio: parsed.OTEL_TRACES_SAMPLER_ARG,
    log,
  });
}
