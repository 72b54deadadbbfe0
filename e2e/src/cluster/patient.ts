import { until } from '@earshot/core/testing';
import type { Ask, Reply, Visitor } from '../visitor.ts';

/** Milliseconds; longer than any answer of the gateway may take. */
const answerWithinMs = 60_000;

/**
 * One call. null when nobody can say what became of it: the connection broke, or the gateway answered that the part is
 * away. Throws on a 500: a part that is away must never look like a mistake of ours.
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

/** Somebody who tries again while a part is away. Only for calls that may be repeated. */
export function patient(visitor: Visitor, withinMs: number): Pick<Visitor, 'get'> {
  return {
    get: async (schema, path, ask) => {
      const reply = await until(`an answer to ${path}`, () => attempt(visitor, path, ask), withinMs);
      if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return schema.parse(reply.body);
    },
  };
}
