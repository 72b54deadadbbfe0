import { boundedAnswer } from '@earshot/core';
import { modelNames } from './check-server.ts';

/** A model server that answers on this computer, and its models. */
export interface FoundServer {
  readonly name: string;
  readonly address: string;
  readonly models: readonly string[];
}

/** Milliseconds. A server on the same computer lists its models at once. */
const timeoutMs = 1_500;

/** Asks each address for its list of models. Resolves with those that answer with one, in the given order. */
export async function findLocalServers(
  known: readonly { readonly name: string; readonly address: string }[],
): Promise<readonly FoundServer[]> {
  const found = await Promise.all(known.map((server) => lookAt(server)));
  return found.filter((server) => server !== null);
}

async function lookAt({ name, address }: { name: string; address: string }): Promise<FoundServer | null> {
  try {
    const answer = await fetch(`${address}/models`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!answer.ok) return null;
    return { name, address, models: modelNames(await boundedAnswer(answer).json()) };
  } catch {
    // Nothing listens there, or it is no model server.
    return null;
  }
}
