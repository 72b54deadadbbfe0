import type { SourceReader } from '@earshot/sources';
import { AppError } from '@earshot/core';
import type { KnownAtSource } from '../domain/model-ranker.ts';

/** The deadline of one lookup. A slow site costs one suggestion, not the whole answer. */
const deadlineMs = 5_000;

/**
 * Finds a community at the source by its exact name, ignoring case. Returns null when there is none or the source
 * cannot be read. The source's search returns no quarantined communities.
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
