import type { SourceReader } from '@earshot/sources';
import { AppError } from '@earshot/core';
import type { KnownAtSource } from '../domain/model-ranker.ts';

/** For one look-up; a slow site costs a suggestion, not the answer. */
const deadlineMs = 5_000;

/**
 * Finds a community by its exact name, whatever the case, at the source; null when there is none or the source cannot be
 * asked. Quarantined communities are not among the answers of its search.
 */
export function sourceLookup(
  read: Pick<SourceReader, 'searchCommunities'>,
): (name: string) => Promise<KnownAtSource | null> {
  return async (name) => {
    if (read.searchCommunities === undefined) return null;
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const found = await read.searchCommunities(name, 5, signal);
      return found.find((about) => about.name.toLowerCase() === name.toLowerCase()) ?? null;
    } catch (error) {
      if (error instanceof AppError || signal.aborted) return null;
      throw error;
    }
  };
}
