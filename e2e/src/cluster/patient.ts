import { until } from '@earshot/core/testing';
import type { Ask, Reply, Visitor } from '../visitor.ts';

/** In milliseconds. It is longer than the gateway takes for any answer. */
const answerWithinMs = 60_000;

/**
 * Makes one call. Resolves with null when the outcome is unknown: the connection broke, or the gateway answered that
 * the service is unavailable. Throws on a 500, because an unavailable service must never look like an internal error.
 */
export async function attempt(visitor: Visitor, path: string, ask: Ask = {}): Promise<Reply | null> {
  const signal = AbortSignal.timeout(answerWithinMs);
  const reply = await visitor.ask(path, { ...ask, signal }).catch((error: unknown) => {
    if (signal.aborted) throw new Error(`${path} was not answered within ${answerWithinMs} ms`, { cause: error });
    return null;
  });
  if (reply === null || reply.status === 503) return null;
  if (reply.status >= 500) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}

/** A visitor that retries while a service is unavailable. Only for calls that may be repeated. */
export function patient(visitor: Visitor, withinMs: number): Pick<Visitor, 'get'> {
  return {
    get: async (schema, path, ask) => {
      const reply = await until(`an answer to ${path}`, () => attempt(visitor, path, ask), withinMs);
      if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return schema.parse(reply.body);
    },
  };
}
