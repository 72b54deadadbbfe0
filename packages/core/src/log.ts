import { trace } from '@opentelemetry/api';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentTrace } from './trace.ts';

export type { Logger } from 'pino';

/** Field names whose values are redacted from every log line. */
const secrets = [
  'password',
  'passwordHash',
  'currentPassword',
  'newPassword',
  'email',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'apiKey',
  'message_body',
];

/**
 * Writes one JSON line per record, with the request or correlation id and the current span. Secrets and addresses are
 * redacted. `level` is a pino level name.
 */
export function createLogger(options: { level: string; name: string; stream?: DestinationStream }): Logger {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers["${name}"]`]);
  const settings = {
    level: options.level,
    base: { service: options.name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[redacted]' },
    serializers: { err: errorFacts },
    mixin: () => ({ ...currentTrace(), ...currentSpan() }),
  };
  return pino(settings, options.stream ?? standardOutput());
}

let output: DestinationStream | undefined;

/**
 * Standard output of all logs of the process, which keep their order. Lines wait at most a tenth of a second, so that
 * many are written at once; an exiting process writes them all. Pieces of 4 KB reach a pipe undivided, whatever
 * `synchronousOutput` writes meanwhile.
 */
function standardOutput(): DestinationStream {
  output ??= flushedSoon(pino.destination({ dest: 1, sync: false, minLength: 3_800, maxWrite: 4_096 }));
  return output;
}

const flushMs = 100;

/** pino's own timer would also wake an idle process ten times a second. This one runs only while lines wait. */
function flushedSoon(destination: ReturnType<typeof pino.destination>) {
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    destination.flush();
  };
  return {
    write: (line: string) => {
      destination.write(line);
      timer ??= setTimeout(flush, flushMs).unref();
    },
    // pino calls it after a fatal line.
    flushSync: () => destination.flushSync(),
  };
}

/** Standard output that writes each line before the call returns, so that it is complete even if the process is killed. */
export function synchronousOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: true });
}

/** Logs only these fields of an error: a database driver's error carries the documents that it could not write. */
function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code = 'code' in error && ['string', 'number'].includes(typeof error.code) ? { code: error.code } : {};
  return { type, message, stack, ...code };
}

/** Field names of OpenTelemetry; undefined without tracing. */
function currentSpan(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  return span && { trace_id: span.traceId, span_id: span.spanId };
}
